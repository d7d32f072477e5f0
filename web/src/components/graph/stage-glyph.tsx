const PATHS: Record<string, string> = {
  feature: 'M8 8a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zm-4.500 5.500c0-2.500 2-4 4.500-4s4.500 1.500 4.500 4',
  recall: 'M7 11.500A4.500 4.500 0 1 0 7 2.500a4.500 4.500 0 0 0 0 9zm3.300-1.200 3.200 3.200',
  merge: 'M2.500 3.500c4 0 4 4.500 7 4.500h4m-11 4.500c4 0 4-4.500 7-4.500',
  rank: 'M3 13V9m4 4V6m4 7V3',
  after: 'M3 8h7m-3-3 3 3-3 3m6-7v8',
  out: 'M3 8h9m-3.500-3.500L12 8l-3.500 3.500',
}

/** What a node is for, as a line drawing; a stage the console does not know is a dot. */
export function StageGlyph({ stage }: { stage: string }) {
  return (
    <svg width="14" height="14" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      <path d={PATHS[stage] ?? 'M8 8h.01'} />
    </svg>
  )
}
