// The pages of a team, once: sidebar, palette and shortcuts are made from it.
import type { IconName } from '@/components/icons'
import type { Key } from '@/lib/i18n'

export interface NavItem {
  to: '/t/$team/overview' | '/t/$team/scenes' | '/t/$team/resources' | '/t/$team/run' | '/t/$team/loadtests' | '/t/$team/gains' | '/t/$team/traces' | '/t/$team/pipelines' | '/t/$team/simulate' | '/t/$team/audit' | '/t/$team/settings/members'
  word: Key
  icon: IconName
  /** Typed after "g". */
  letter: string
}

export interface NavGroup {
  word: Key
  items: readonly NavItem[]
}

export const NAV: readonly NavGroup[] = [
  {
    word: 'nav.operate',
    items: [
      { to: '/t/$team/overview', word: 'nav.overview', icon: 'overview', letter: 'o' },
      { to: '/t/$team/scenes', word: 'nav.scenes', icon: 'scenes', letter: 's' },
      { to: '/t/$team/resources', word: 'nav.resources', icon: 'resources', letter: 'r' },
      { to: '/t/$team/run', word: 'nav.run', icon: 'run', letter: 'x' },
      { to: '/t/$team/loadtests', word: 'nav.loadtests', icon: 'loadtests', letter: 'l' },
      { to: '/t/$team/traces', word: 'nav.traces', icon: 'traces', letter: 't' },
    ],
  },
  {
    word: 'nav.build',
    items: [
      { to: '/t/$team/pipelines', word: 'nav.pipelines', icon: 'pipelines', letter: 'p' },
      { to: '/t/$team/gains', word: 'nav.gains', icon: 'gains', letter: 'w' },
      { to: '/t/$team/simulate', word: 'nav.simulate', icon: 'simulate', letter: 'f' },
    ],
  },
  {
    word: 'nav.govern',
    items: [
      { to: '/t/$team/audit', word: 'nav.audit', icon: 'audit', letter: 'a' },
      { to: '/t/$team/settings/members', word: 'nav.team', icon: 'team', letter: 'm' },
    ],
  },
]
