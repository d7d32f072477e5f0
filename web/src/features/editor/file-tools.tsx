import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Confirm } from '@/components/confirm'
import { Dialog } from '@/components/dialog'
import { MenuButton } from '@/components/menu'
import { ErrorNote } from '@/components/notes'
import { moveFile, removeFile } from './open-drafts'

interface FileToolsProps {
  team: string
  path: string
  /** Missing where there is no text to lay out. */
  format: (() => void) | undefined
  /** The file is gone or is elsewhere. */
  left(to: string | undefined): void
}

/** Rename and delete of the open file. */
export function FileTools({ team, path, format, left }: FileToolsProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [asking, setAsking] = useState<'rename' | 'delete'>()
  const [to, setTo] = useState(path)
  const done = (next: string | undefined) => {
    setAsking(undefined)
    void client.invalidateQueries({ queryKey: ['draft', team] })
    left(next)
  }
  const rename = useMutation({ mutationFn: () => moveFile(team, path, to), onSuccess: () => done(to) })
  const remove = useMutation({ mutationFn: () => removeFile(team, path), onSuccess: () => done(undefined) })
  const submit = (e: FormEvent) => {
    e.preventDefault()
    if (to === path) setAsking(undefined)
    else rename.mutate()
  }
  return (
    <>
      <MenuButton
        label={path}
        face={<span className="open-file">{path}</span>}
        side="start"
        items={[
          {
            id: 'rename',
            name: t('editor.rename'),
            run: () => {
              setTo(path)
              setAsking('rename')
            },
          },
          ...(format ? [{ id: 'format', name: t('editor.format'), run: format }] : []),
          { id: 'delete', name: t('editor.delete'), run: () => setAsking('delete') },
        ]}
      />
      <Dialog title={t('editor.rename')} opened={asking === 'rename'} close={() => setAsking(undefined)} width={420}>
        <form className="stack" onSubmit={submit}>
          <label className="field">
            <span>{t('editor.rename.to')}</span>
            <input className="input tall mono" value={to} required maxLength={200} onChange={(e) => setTo(e.target.value)} data-autofocus />
          </label>
          {rename.error && <ErrorNote error={rename.error} />}
          <div className="row-of end">
            <button type="button" className="button" onClick={() => setAsking(undefined)}>
              {t('action.cancel')}
            </button>
            <button type="submit" className="button primary" disabled={rename.isPending}>
              {t('editor.rename')}
            </button>
          </div>
        </form>
      </Dialog>
      <Confirm
        title={t('editor.delete')}
        effect={t('editor.delete.effect', { path })}
        action={t('editor.delete')}
        opened={asking === 'delete'}
        close={() => setAsking(undefined)}
        run={() => remove.mutate()}
      />
      {remove.error && <ErrorNote error={remove.error} />}
    </>
  )
}
