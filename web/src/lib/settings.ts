// What the reader has chosen for this browser: theme, language, zone, density.
// theme.js reads the same keys before the first paint.
import { useSyncExternalStore } from 'react'
import type { Zone } from './time'

export type Theme = 'system' | 'light' | 'dark'
export type Lang = 'en' | 'zh'
export type Density = 'compact' | 'comfortable'

export interface Settings {
  theme: Theme
  lang: Lang
  zone: Zone
  density: Density
}

const CHOICES = {
  theme: ['system', 'light', 'dark'],
  lang: ['en', 'zh'],
  zone: ['local', 'utc'],
  density: ['compact', 'comfortable'],
} as const

function read(): Settings {
  const fallback: Settings = {
    theme: 'system',
    lang: document.documentElement.lang.startsWith('zh') ? 'zh' : 'en',
    zone: 'local',
    density: 'compact',
  }
  const get = <K extends keyof Settings>(key: K): Settings[K] => {
    let stored: string | null = null
    try {
      stored = localStorage.getItem(`riffle.${key}`)
    } catch {
      // Storage is forbidden here; the choice lives as long as the page.
    }
    return (CHOICES[key] as readonly string[]).includes(stored ?? '') ? (stored as Settings[K]) : fallback[key]
  }
  return { theme: get('theme'), lang: get('lang'), zone: get('zone'), density: get('density') }
}

const dark = () => typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches

/** What "system" means right now. */
export function shade(theme: Theme): 'light' | 'dark' {
  return theme === 'system' ? (dark() ? 'dark' : 'light') : theme
}

export class SettingsStore {
  private value: Settings = read()
  private readonly listeners = new Set<() => void>()

  get = (): Settings => this.value

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  set = <K extends keyof Settings>(key: K, value: Settings[K]): void => {
    this.value = { ...this.value, [key]: value }
    try {
      localStorage.setItem(`riffle.${key}`, value)
    } catch {
      // As above.
    }
    this.apply()
  }

  /** Writes the choice to <html>, where the style sheets read it, and tells the page. */
  apply = (): void => {
    const root = document.documentElement
    const now = shade(this.value.theme)
    root.dataset.theme = now
    root.setAttribute('data-mantine-color-scheme', now)
    root.dataset.density = this.value.density
    root.lang = this.value.lang === 'zh' ? 'zh-CN' : 'en'
    for (const listener of this.listeners) listener()
  }
}

export const settings = new SettingsStore()

export function useSettings(): Settings {
  return useSyncExternalStore(settings.subscribe, settings.get)
}
