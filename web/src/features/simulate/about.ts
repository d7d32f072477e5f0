import type { TFunction } from 'i18next'
import type { Key } from '@/lib/i18n'

/** What the server says of floods and methods, by its sentences. */
export const SENTENCES: Readonly<Record<string, Key>> = {
  '3.7K to 29K in 4 s, and back within the minute': 'simulate.flood.spike',
  'the same with 6 s at the peak and 12 s down': 'simulate.flood.plateau',
  'the machine is 30 % slower from the middle of the plateau on': 'simulate.flood.weak',
  'a neighbour takes 30 % of every core from the middle of the plateau on': 'simulate.flood.stolen',
  "each module's CPU is metered 20 % too high or too low": 'simulate.flood.costs',
  'every gain is told 30 % too high or too low': 'simulate.flood.gains',
  'one recall does not answer for 10 s in the middle': 'simulate.flood.hang',
  '3.7K to 20K and back, every 12 s': 'simulate.flood.sawtooth',
  'a request costs half as much again on an idle machine': 'simulate.flood.cold',
  'no flood: one recall takes three times as long for 15 s': 'simulate.flood.slow',
  'a spare scene becomes 9 times as loud beside a core and a quiet normal one': 'simulate.flood.loud',
  "300 scenes by Zipf's law, of three classes, with staggered spikes": 'simulate.flood.scenes',
  'the controller of engine/degrade': 'simulate.by.ours',
  'every request gets the full plan': 'simulate.by.none',
  'full plans for 92 % of the cores, the rest is refused': 'simulate.by.static',
  'best throughput times least latency, once the average CPU is above 80 %': 'simulate.by.bbr',
  'a concurrency limit that follows the latency': 'simulate.by.gradient',
  'a latency programme and two groups of traffic, once a second': 'simulate.by.programme',
}

/** What the controller should reach, by the server's words. */
export const AIMS: Readonly<Record<string, Key>> = {
  lost: 'simulate.aim.lost',
  'gain kept': 'simulate.aim.kept',
  'first lighter plan': 'simulate.aim.first',
  'back to NORMAL': 'simulate.aim.normal',
  'reversals a minute': 'simulate.aim.turns',
}

const FULL = / on the full plan$/

export function aimTold(t: TFunction, what: string): string {
  if (FULL.test(what)) return t('simulate.aim.full', { scene: what.replace(FULL, '') })
  const word = AIMS[what]
  return word ? t(word) : what
}

/** The same in the reader's language; one that is not known here is shown as it came. */
export function aboutTold(t: TFunction, about: string): string {
  const word = SENTENCES[about]
  return word ? t(word) : about
}
