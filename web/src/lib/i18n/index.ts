// Words in Chinese and English from one key list: en.ts declares the keys,
// zh.ts must have the same ones. The server's refusals come in English; zh.ts has
// them too. Only the chosen language is downloaded.
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Lang } from '../settings'
import { counting } from './counted'
import type en from './en'
import { type Findings, sayFindings } from './finding'
import { type Refusals, sayRefusals } from './refused'

export type Words = Record<keyof typeof en, string>
export type Key = keyof typeof en

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en }
    keySeparator: false
    nsSeparator: false
    interpolationFormatTypeMap: Record<string, string | number>
  }
}

const bundles: Record<Lang, () => Promise<{ default: Words; refusals?: Refusals; findings?: Findings }>> = {
  en: () => import('./en'),
  zh: () => import('./zh'),
}

/** Loads a language if need be and switches to it. */
export async function speak(lang: Lang): Promise<void> {
  const { default: words, refusals, findings } = await bundles[lang]()
  sayRefusals(refusals)
  sayFindings(findings)
  if (!i18next.isInitialized) {
    await i18next.use(initReactI18next).use(counting).init({
      lng: lang,
      fallbackLng: false,
      keySeparator: false,
      nsSeparator: false,
      resources: { [lang]: { translation: words } },
      interpolation: { escapeValue: false }, // React escapes
    })
    return
  }
  i18next.addResourceBundle(lang, 'translation', words)
  await i18next.changeLanguage(lang)
}
