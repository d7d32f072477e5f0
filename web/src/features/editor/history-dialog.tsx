import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '@/api/draft'
import type { Version } from '@/api/types'
import { useActivate, useActivations, usePlan, useRestore, useVersion, useVersions } from '@/api/versions'
import { Confirm } from '@/components/confirm'
import { Dialog } from '@/components/dialog'
import { Loaded } from '@/components/loaded'
import { EmptyNote, ErrorNote } from '@/components/notes'
import { When } from '@/components/when'
import type { Drafts } from './drafts'
import { EffectOf } from './effect'
import { PlanView } from './plan-view'

interface HistoryProps {
  team: string
  drafts: Drafts
  editable: boolean
  /** The version to show; the newest when missing. */
  picked: number | undefined
  pick(number: number): void
  close(): void
}

/** All versions, the first one too, and what was live when; nothing in here deletes anything. */
export default function HistoryDialog({ close, ...props }: HistoryProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('version.title')} opened close={close} width={1040}>
      <History {...props} />
    </Dialog>
  )
}

function History({ team, drafts, editable, picked, pick }: Omit<HistoryProps, 'close'>) {
  const { t } = useTranslation()
  const versions = useVersions(team)
  const [list, setList] = useState<'versions' | 'live'>('versions')
  const items = versions.data?.pages.flatMap((p) => p.items) ?? []
  const listed = items.find((v) => v.number === picked)
  // A link may name one beyond the pages that are here.
  const far = useVersion(team, picked !== undefined && versions.data && !listed ? picked : undefined)
  const shown = picked === undefined ? items[0] : (listed ?? far.data)
  if (versions.error && !versions.data) return <ErrorNote error={versions.error} retry={() => void versions.refetch()} />
  if (!versions.data) return <div className="history plan-bones" />
  if (items.length === 0) return <EmptyNote title={t('version.none')} />
  return (
    <div className="history">
      <div className="history-lists">
        <div className="segments" role="group" aria-label={t('version.lists')}>
          {(['versions', 'live'] as const).map((l) => (
            <button key={l} type="button" aria-pressed={list === l} data-list={l} onClick={() => setList(l)}>
              {t(`version.list.${l}`)}
            </button>
          ))}
        </div>
        {list === 'live' ? (
          <Activations team={team} picked={shown?.number} pick={pick} />
        ) : (
          <ol className="version-list" tabIndex={0} aria-label={t('version.title')}>
            {items.map((v) => (
              <li key={v.number}>
                <button type="button" aria-pressed={v.number === shown?.number} data-version={v.number} onClick={() => pick(v.number)}>
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
        )}
      </div>
      {shown ? (
        <VersionView key={shown.number} team={team} version={shown} drafts={drafts} editable={editable} />
      ) : far.error ? (
        <ErrorNote error={far.error} />
      ) : (
        <div className="plan-bones" />
      )}
    </div>
  )
}

/** What was live when: making a version live, also an old one, adds an entry here. */
function Activations({ team, picked, pick }: { team: string; picked: number | undefined; pick(number: number): void }) {
  const { t } = useTranslation()
  const list = useActivations(team, true)
  if (list.error && !list.data) return <ErrorNote error={list.error} retry={() => void list.refetch()} />
  return (
    <ol className="version-list" tabIndex={0} aria-label={t('version.list.live')}>
      {(list.data?.items ?? []).map((a, i) => (
        <li key={a.seq}>
          <button type="button" aria-pressed={a.version === picked} data-activation={a.version} onClick={() => pick(a.version)}>
            <span>
              <strong>v{a.version}</strong> {i === 0 && <span className="badge">{t('version.live')}</span>}
            </span>
            {a.note && <span className="version-note">{a.note}</span>}
            <span className="dim">
              {a.actor} · <When at={a.at} full />
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

const VIEWS = ['before', 'live', 'draft', 'text'] as const
type View = (typeof VIEWS)[number]

function VersionView({ team, version, drafts, editable }: { team: string; version: Version; drafts: Drafts; editable: boolean }) {
  const { t } = useTranslation()
  const { number } = version
  const [chosen, setView] = useState<View>()
  // What the button of this version would change; of the live one, what it changed itself.
  const view = chosen ?? (!version.live ? 'live' : number > 1 ? 'before' : 'text')
  const [asking, setAsking] = useState<'restore' | 'activate'>()
  const activate = useActivate(team)
  const restore = useRestore(team)
  const draft = useDraft(team)
  const run = async () => {
    if (asking === 'activate') return activate.mutate({ number, note: '' })
    if (!(await drafts.settled())) return
    const now = (await draft.refetch()).data
    if (now) restore.mutate({ number, tag: now.tag }, { onSuccess: (d) => void drafts.listed(d.files) })
  }
  const views = VIEWS.filter((v) => (v !== 'before' || number > 1) && (v !== 'live' || !version.live))
  return (
    <section className="version-view" aria-label={`v${number}`}>
      <div className="row-of">
        <div className="segments" role="group" aria-label={t('version.show')}>
          {views.map((v) => (
            <button key={v} type="button" aria-pressed={view === v} data-view={v} onClick={() => setView(v)}>
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
      {restore.isSuccess && <p className="done" data-done="restored">{t('version.restored', { number })}</p>}
      {activate.isSuccess && <p className="done" data-done="activated">{t('version.activated', { number })}</p>}
      {restore.error && <ErrorNote error={restore.error} />}
      {activate.error && <ErrorNote error={activate.error} />}
      {version.imports.length > 0 && (
        <p className="direction" data-imports>
          {t('import.title')}{' '}
          {version.imports.map((i) => (
            <code key={`${i.team}/${i.project}@${i.version}`} title={i.names.join(', ')}>{`${i.team}/${i.project}@${i.version} `}</code>
          ))}
        </p>
      )}
      {view !== 'text' && (
        <p className="direction" data-direction={view}>
          <code>{view === 'before' ? `v${number - 1}` : t(`version.side.${view}`)}</code> → <code>v{number}</code> <span className="dim">{t(`version.direction.${view}`)}</span>
        </p>
      )}
      <div className="plan-box" tabIndex={0} role="region" aria-label={t(`version.view.${view}`)}>
        {view === 'text' ? <Texts team={team} number={number} /> : <Difference team={team} from={view === 'before' ? String(number - 1) : view} to={String(number)} />}
      </div>
      <Confirm
        title={t(asking === 'activate' ? 'version.activate' : 'version.restore')}
        effect={t(asking === 'activate' ? 'version.activate.effect' : 'version.restore.effect', { number })}
        action={t(asking === 'activate' ? 'version.activate' : 'version.restore')}
        opened={asking !== undefined}
        close={() => setAsking(undefined)}
        run={() => void run()}
      >
        {asking === 'activate' && <EffectOf team={team} to={String(number)} />}
      </Confirm>
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
