// Line icons on a 16 px grid, drawn here so that nothing is downloaded.

const PATHS = {
  overview: 'M2 9.5h3l2-6 3 9 2-5h2',
  scenes: 'M3 3h10v4H3zM3 9.5h10V13H3z',
  resources: 'M2.5 4.5c0-1.2 2.5-2 5.5-2s5.5.8 5.5 2-2.5 2-5.5 2-5.5-.8-5.5-2zm0 0v7c0 1.2 2.5 2 5.5 2s5.5-.8 5.5-2v-7m-11 3.5c0 1.2 2.5 2 5.5 2s5.5-.8 5.5-2',
  traces: 'M2 3.5h7M4.5 8H12M7 12.5h7',
  run: 'M4.500 3v10l8-5z',
  loadtests: 'M2 13.500h12M3 11V9m3 2V6.500m3 4.500v-8m3 8V7',
  gains: 'M8 2v12M3.500 5h9M3.500 5 1.500 10h4zm9 0-2 5h4zM5 14h6',
  pipelines: 'M2.500 3h3.500v3H2.500zM10 6.500h3.500v3H10zM2.500 10h3.500v3H2.500zM6 4.500h2v7H6m2-3.500h2',
  simulate: 'M2 12.500c2 0 2.500-9 4.500-9s2 6 3.500 6 1.500-3 4-3M2 14.500h12',
  audit: 'M4 2h6l3 3v9H4zM6 7h4.5M6 9.5h4.5M6 12h3',
  team: 'M6 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zm-4.500 5.500c0-2.500 2-4 4.500-4s4.500 1.500 4.500 4M10.500 3.200a2.500 2.500 0 0 1 0 4.700m1.500 1.900c1.500.6 2.500 1.900 2.500 3.700',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zm3.600-1.400L14 14',
  down: 'M4.500 6.500 8 10l3.500-3.500',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 1.500v1.500M8 13v1.500M1.500 8H3m10 0h1.500M3.400 3.400l1.100 1.100m7 7 1.100 1.100m0-9.200-1.100 1.100m-7 7-1.100 1.100',
  moon: 'M13.500 9.500A6 6 0 0 1 6.500 2.500a6 6 0 1 0 7 7z',
  system: 'M2 3h12v8H2zM6 14h4M8 11v3',
  close: 'M4 4l8 8m0-8-8 8',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name }: { name: IconName }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}

export function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--brand)" />
      <path
        d="M6 10c4-4 6 4 10 0s6 4 10 0M6 16c4-4 6 4 10 0s6 4 10 0M6 22c4-4 6 4 10 0s6 4 10 0"
        fill="none"
        stroke="#fff"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
    </svg>
  )
}
