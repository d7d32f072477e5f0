import type { FormatterModule } from 'i18next'

/** How many of what: the hole `{{n, item|items}}` of a text is "1 item" or "2 items". */
export function counted(n: unknown, nouns = ''): string {
  const number = String(n)
  const [one = '', many = ''] = nouns.split('|')
  return nouns === '' ? number : `${number} ${number === '1' ? one : many}`
}

export const counting: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (n, nouns) => counted(n, nouns),
}
