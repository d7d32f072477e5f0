import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { draftQuery } from '@/api/draft'
import { usePlan, usePublish } from '@/api/versions'
import { Dialog } from '@/components/dialog'
import { Loaded } from '@/components/loaded'
import { ErrorNote, Note } from '@/components/notes'
import type { Drafts } from './drafts'
import { Effect } from './effect'
import { PlanView } from './plan-view'

interface PublishProps {
  team: string
  drafts: Drafts
  close(): void
}

/** What changes, then the decision. The draft is saved before, so that what is shown is what is published. */
export default function PublishDialog(props: PublishProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('publish.title')} opened close={props.close} width={860}>
      <Publish {...props} />
    </Dialog>
  )
}

function Publish({ team, drafts, close }: PublishProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  // The tag of the draft as the plan shows it: publishing names it, so that nothing unseen goes live.
  const [tag, setTag] = useState<string>()
  const [unsaved, setUnsaved] = useState(false)
  const [note, setNote] = useState('')
  const plan = usePlan(team, 'live', 'draft', tag !== undefined)
  const publish = usePublish(team)
  useEffect(() => {
    let gone = false
    void drafts.settled().then(async (saved) => {
      const listing = saved ? await client.fetchQuery({ ...draftQuery(team), staleTime: 0 }).catch(() => undefined) : undefined
      if (gone) return
      setUnsaved(!saved)
      setTag(listing?.tag)
    })
    return () => {
      gone = true
    }
  }, [client, drafts, team])

  const submit = (e: FormEvent) => {
    e.preventDefault()
    if (tag !== undefined) publish.mutate({ note, tag, activate: true })
  }
  if (publish.data) {
    return (
      <div className="stack">
        <Note tone="tone-normal" glyph="●" title={t('publish.done', { number: publish.data.number })}>
          <span className="dim">{t('publish.done.note')}</span>
        </Note>
        <div className="row-of end">
          <button className="button primary" onClick={close} data-autofocus>
            {t('action.close')}
          </button>
        </div>
      </div>
    )
  }
  const ready = plan.data !== undefined && plan.data.errors === 0 && !plan.data.identical
  return (
    <form className="stack" onSubmit={submit}>
      {unsaved && <Note tone="tone-bad" glyph="✕" title={t('publish.unsaved')} alert />}
      {!unsaved && (
        <div className="plan-box" tabIndex={0} role="region" aria-label={t('plan.title')}>
          <Loaded query={plan} skeleton={<div className="plan-bones" />}>
            {(p) => <PlanView plan={p} />}
          </Loaded>
        </div>
      )}
      {ready && <Effect team={team} plan={plan.data} />}
      <label className="field">
        <span>{t('publish.note')}</span>
        <input className="input tall" value={note} maxLength={300} onChange={(e) => setNote(e.target.value)} placeholder={t('publish.note.hint')} data-autofocus />
      </label>
      {publish.error && <ErrorNote error={publish.error} />}
      <div className="row-of end">
        <button type="button" className="button" onClick={close}>
          {t('action.cancel')}
        </button>
        <button type="submit" className="button primary" disabled={!ready || publish.isPending}>
          {ready && plan.data.dangers > 0 ? t('publish.anyway', { n: plan.data.dangers }) : t('publish.action')}
        </button>
      </div>
    </form>
  )
}
