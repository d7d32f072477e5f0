import { useTranslation } from 'react-i18next'
import type { Resource } from '@/api/types'
import { Facts } from '@/components/facts'
import { Note } from '@/components/notes'
import { Q } from '@/components/q'
import { StateMark } from '@/components/state-mark'
import { When } from '@/components/when'
import { Times } from '@/features/overview/circuits'
import { count, millis } from '@/lib/format'
import { saidAnew } from '@/lib/i18n/refused'

/** Where a resource on a team's own store lives, and how the store does: what it holds is not known here. */
export function StoreFacts({ resource, store }: { resource: Resource; store: NonNullable<Resource['store']> }) {
  const { t } = useTranslation()
  const facts = [
    [t('resource.state'), <StateMark state={resource.state} />],
    [t('store.at'), <span className="mono">{store.url}</span>],
    [t('store.name'), <span className="mono">{store.name}</span>],
    [t('store.calls'), <span title={t('store.calls.tip')}><Q of={count(store.calls)} /></span>],
    [t('store.failed'), <Q of={count(store.failed)} />],
    [t('store.mean'), store.calls === 0 ? '–' : <Q of={millis(store.mean_ms)} />],
    [t('circuit.title.one'), store.circuit ? <span data-circuit={store.circuit.state}>{t(`circuit.${store.circuit.state}`)} · <Times of={store.circuit} /></span> : t('circuit.closed')],
    [t('store.asked'), store.asked_at ? <When at={store.asked_at} /> : t('store.never')],
    [t('resource.version'), `v${resource.version}`],
  ] as const
  return (
    <section className="panel" aria-label={t('resource.state')}>
      <Facts of={facts} />
      {resource.message && <Note tone="tone-slow" glyph="▲" title={saidAnew(resource.message)} />}
    </section>
  )
}
