import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useTemplates } from '@/api/draft'
import { Problem } from '@/api/problem'
import type { Template } from '@/api/types'
import { Dialog } from '@/components/dialog'
import { ErrorNote } from '@/components/notes'
import { draftsOf } from '@/features/editor/open-drafts'

const EMPTY = ''

/** A file of the draft, empty or from a template; then the editor opens. */
export function NewFile({ team, opened, close }: { team: string; opened: boolean; close(): void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('new.title')} opened={opened} close={close} width={560}>
      {opened && <NewFileForm team={team} close={close} />}
    </Dialog>
  )
}

function NewFileForm({ team, close }: { team: string; close(): void }) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const templates = useTemplates(team, true)
  const items = templates.data?.items ?? []
  const [picked, setPicked] = useState(EMPTY)
  const [path, setPath] = useState('')
  const template = items.find((i) => i.kind + i.name === picked)
  const titleOf = (i: Template) => (i18n.language === 'zh' ? i.title_zh : i.title)
  const create = useMutation({
    mutationFn: () => draftsOf(team).create(path, template?.text ?? ''),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['draft', team] })
      close()
      const name = template?.kind === 'pipeline' ? template.name : path.slice(path.lastIndexOf('/') + 1).replace(/\.riffle$/, '')
      void navigate({ to: '/t/$team/pipelines/$name/edit', params: { team, name }, search: { file: path } })
    },
  })
  const submit = (e: FormEvent) => {
    e.preventDefault()
    create.mutate()
  }
  const pick = (id: string) => {
    setPicked(id)
    const next = items.find((i) => i.kind + i.name === id)
    if (next) setPath(next.path)
  }
  const exists = create.error instanceof Problem && create.error.status === 409
  return (
    <form className="stack" onSubmit={submit}>
      <label className="field">
        <span>{t('new.from')}</span>
        <select className="input tall" value={picked} onChange={(e) => pick(e.target.value)}>
          <option value={EMPTY}>{t('new.template.empty')}</option>
          {items.map((i) => (
            <option key={i.kind + i.name} value={i.kind + i.name}>
              {t(`plan.kind.${i.kind}`)}: {titleOf(i)}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span>{t('new.path')}</span>
        <input
          className="input tall mono"
          value={path}
          required
          maxLength={200}
          placeholder={t('new.path.hint')}
          onChange={(e) => setPath(e.target.value)}
          data-autofocus
        />
      </label>
      {template && (
        <pre className="code template" tabIndex={0} aria-label={titleOf(template)}>
          {template.text}
        </pre>
      )}
      {create.error && !exists && <ErrorNote error={create.error} />}
      {exists && (
        <p role="alert" className="state tone-bad">
          <span className="glyph" aria-hidden="true">
            ✕
          </span>
          {t('new.exists')}
        </p>
      )}
      <div className="row-of end">
        <button type="button" className="button" onClick={close}>
          {t('action.cancel')}
        </button>
        <button type="submit" className="button primary" disabled={create.isPending}>
          {t('new.action')}
        </button>
      </div>
    </form>
  )
}
