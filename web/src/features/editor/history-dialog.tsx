import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '@/api/draft'
import type { Version } from '@/api/types'
import { useActivate, usePlan, useRestore, useVersion, useVersions } from '@/api/versions'
import { Confirm } from '@/components/confirm'
import { Dialog } from '@/components/dialog'
import { Loaded } from '@/components/loaded'
import { EmptyNote, ErrorNote } from '@/components/notes'
import { When } from '@/components/when'
import type { Drafts } from './drafts'
import { PlanView } from './plan-view'

interface HistoryProps {
  team: string
  drafts: Drafts
  editable: boolean
  close(): void
}

/** All versions, the first one too; nothing in here deletes anything. */
export default function HistoryDialog({ close, ...props }: HistoryProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('version.title')} opened close={close} width={1040}>
      <History {...props} />
    </Dialog>
  )
}

function History({ team, drafts, editable }: Omit<HistoryProps, 'close'>) {
  const { t } = useTranslation()
  const versions = useVersions(team)
  const [picked, setPicked] = useState<number>()
  const items = versions.data?.pages.flatMap((p) => p.items) ?? []
  const shown = items.find((v) => v.number === picked) ?? items[0]
  if (versions.error && !versions.data) return <ErrorNote error={versions.error} retry={() => void versions.refetch()} />
  if (!versions.data) return <div className="history plan-bones" />
  if (!shown) return <EmptyNote title={t('version.none')} />
  return (
    <div className="history">
      <ol className="version-list" tabIndex={0} aria-label={t('version.title')}>
        {items.map((v) => (
          <li key={v.number}>
            <button type="button" aria-pressed={v === shown} data-version={v.number} onClick={() => setPicked(v.number)}>
              <span>
                <strong>v{v.number}</strong> {v.live && <span className="badge">{t('version.live')}</span>}
              </span>
              <span className="version-note">{v.note || <span className="dim">{t('version.nonote')}</span>}</span>
              <span className="dim">
                {v.author} · <When at={v.created_at} />
              </span>
            </button>
          </li>
        ))}
        {versions.hasNextPage && (
          <li>
            <button type="button" className="button" disabled={versions.isFetchingNextPage} onClick={() => void versions.fetchNextPage()}>
              {t('action.more')}
            </button>
          </li>
        )}
      </ol>
      <VersionView key={shown.number} team={team} version={shown} drafts={drafts} editable={editable} />
    </div>
  )
}

type View = 'draft' | 'live' | 'text'

function VersionView({ team, version, drafts, editable }: { team: string; version: Version; drafts: Drafts; editable: boolean }) {
  const { t } = useTranslation()
  const [view, setView] = useState<View>('draft')
  const [asking, setAsking] = useState<'restore' | 'activate'>()
  const activate = useActivate(team)
  const restore = useRestore(team)
  const draft = useDraft(team)
  const run = async () => {
    if (asking === 'activate') return activate.mutate({ number: version.number, note: '' })
    if (!(await drafts.settled())) return
    const now = (await draft.refetch()).data
    if (now) restore.mutate({ number: version.number, tag: now.tag }, { onSuccess: (d) => void drafts.listed(d.files) })
  }
  return (
    <section className="version-view" aria-label={`v${version.number}`}>
      <div className="row-of">
        <div className="segments" role="group" aria-label={t('version.show')}>
          {(['draft', 'live', 'text'] as const).map((v) => (
            <button key={v} type="button" aria-pressed={view === v} onClick={() => setView(v)}>
              {t(`version.view.${v}`)}
            </button>
          ))}
        </div>
        <span className="grow" />
        {editable && (
          <>
            <button type="button" className="button" disabled={restore.isPending} onClick={() => setAsking('restore')}>
              {t('version.restore')}
            </button>
            <button type="button" className="button" disabled={version.live || activate.isPending} onClick={() => setAsking('activate')}>
              {t('version.activate')}
            </button>
          </>
        )}
      </div>
      {restore.isSuccess && <p className="done" data-done="restored">{t('version.restored', { number: version.number })}</p>}
      {activate.isSuccess && <p className="done" data-done="activated">{t('version.activated', { number: version.number })}</p>}
      {restore.error && <ErrorNote error={restore.error} />}
      {activate.error && <ErrorNote error={activate.error} />}
      <div className="plan-box" tabIndex={0} role="region" aria-label={t(`version.view.${view}`)}>
        {view === 'text' ? <Texts team={team} number={version.number} /> : <Difference team={team} from={String(version.number)} to={view} />}
      </div>
      <Confirm
        title={t(asking === 'activate' ? 'version.activate' : 'version.restore')}
        effect={t(asking === 'activate' ? 'version.activate.effect' : 'version.restore.effect', { number: version.number })}
        action={t(asking === 'activate' ? 'version.activate' : 'version.restore')}
        opened={asking !== undefined}
        close={() => setAsking(undefined)}
        run={() => void run()}
      />
    </section>
  )
}

function Difference({ team, from, to }: { team: string; from: string; to: string }) {
  const plan = usePlan(team, from, to)
  return (
    <Loaded query={plan} skeleton={<div className="plan-bones" />}>
      {(p) => <PlanView plan={p} />}
    </Loaded>
  )
}

function Texts({ team, number }: { team: string; number: number }) {
  const version = useVersion(team, number)
  return (
    <Loaded query={version} skeleton={<div className="plan-bones" />}>
      {(v) =>
        (v.files ?? []).map((f) => (
          <details key={f.path} className="diff-file" open={(v.files ?? []).length === 1}>
            <summary>
              <code>{f.path}</code>
            </summary>
            <pre className="code">{f.text}</pre>
          </details>
        ))
      }
    </Loaded>
  )
}
