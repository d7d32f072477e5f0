import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRun } from '@/api/runs'
import type { Param, PipelineNode } from '@/api/types'
import { ErrorNote } from '@/components/notes'
import { Panel } from '@/components/panel'
import { faultWord } from './fault-word'
import { blankRequest, blocking, faults, focusField, parseRequest, type Values } from './form'
import { Pick } from './pick'
import { RequestForm } from './request-form'

interface BenchProps {
  team: string
  target: string
  source: string
  /** Undefined where the source does not compile the target: then only JSON can be given. */
  params: readonly Param[] | undefined
  nodes: readonly PipelineNode[]
  /** The request to begin with. */
  seed: Values | undefined
  off: readonly string[]
  shown: string | undefined
  show: (run: string) => void
}

/** The request's form, and where its values can be taken from. It keeps what was typed while the source changes. */
export function Bench({ team, target, source, params, nodes, seed, off, shown, show }: BenchProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<Values | null>(seed ?? null)
  const value = useMemo(() => typed ?? blankRequest(params ?? []), [typed, params])
  const [text, setText] = useState<string | null>(params === undefined ? '{}' : null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set(off))
  const [explain, setExplain] = useState(true)
  const run = useRun(team)
  const wrong = useMemo(() => faults(params ?? [], value), [params, value])
  const parsed = text === null ? { value } : parseRequest(text)
  // The JSON view leaves the judgement to the server.
  const blocks = text === null ? blocking(wrong) : []
  // A blank form is not full of faults: what is missing is told once somebody tried to send it.
  const [tried, setTried] = useState(false)
  const told = useMemo(() => (tried ? wrong : new Map([...wrong].filter(([, f]) => f.kind !== 'missing'))), [tried, wrong])
  const form = useRef<HTMLFormElement>(null)
  const optional = nodes.filter((n) => n.optional)
  const [kind, name = ''] = target.split(':')

  const fill = (request: Values) => {
    setTyped(request)
    if (text !== null) setText(JSON.stringify(request, null, 2))
  }
  const submit = () => {
    if ('error' in parsed || run.isPending) return
    const [first] = blocks
    if (first) {
      setTried(true)
      if (form.current) focusField(form.current, first[0])
      return
    }
    const away = optional.filter((n) => left.has(n.name)).map((n) => n.name)
    run.mutate(
      { ...(kind === 'scene' ? { scene: name } : { pipeline: name }), source, request: parsed.value, explain, ...(away.length > 0 ? { off: away } : {}) },
      { onSuccess: (made) => show(made.id) },
    )
  }
  // From anywhere on the page: who reads the answer need not go back to the form first.
  const latest = useRef(submit)
  latest.current = submit
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if (e.key !== 'Enter' || !(e.ctrlKey || e.metaKey) || e.defaultPrevented || document.querySelector('[role=dialog]')) return
      e.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const toJson = () => setText(JSON.stringify(value, null, 2))
  const toForm = () => setText(null)

  return (
    <div>
      <Panel
        title={t('run.request')}
        tools={
          <span className="segments" role="group" aria-label={t('run.view')}>
            <button type="button" aria-pressed={text === null} disabled={params === undefined || 'error' in parsed} onClick={toForm}>
              {t('run.form')}
            </button>
            <button type="button" aria-pressed={text !== null} onClick={toJson}>
              JSON
            </button>
          </span>
        }
      >
        <form
          ref={form}
          className="body stack"
          noValidate
          onSubmit={(e) => {
            e.preventDefault()
            submit()
          }}
        >
          {params === undefined && <p className="dim">{t('run.uncompiled', { name })}</p>}
          {text === null ? (
            <RequestForm params={params ?? []} value={value} faults={told} change={setTyped} />
          ) : (
            <div className="field">
              <textarea
                className="input area"
                aria-label={t('run.json')}
                aria-invalid={'error' in parsed || undefined}
                rows={14}
                spellCheck={false}
                value={text}
                onChange={(e) => {
                  setText(e.target.value)
                  const now = parseRequest(e.target.value)
                  if ('value' in now) setTyped(now.value)
                }}
              />
              {'error' in parsed && <span className="field-fault">{t('run.badjson', { error: parsed.error })}</span>}
            </div>
          )}
          {optional.length > 0 && (
            <fieldset className="group">
              <legend>
                {t('run.off')} <span className="dim">{t('run.off.n', { n: optional.filter((n) => left.has(n.name)).length, all: optional.length })}</span>
                <button
                  type="button"
                  className="button small quiet"
                  onClick={() => setLeft(left.size === 0 ? new Set(optional.map((n) => n.name)) : new Set())}
                >
                  {left.size === 0 ? t('run.off.all') : t('run.off.none')}
                </button>
              </legend>
              <div className="toggles">
                {optional.map((n) => (
                  <label key={n.name} title={n.op}>
                    <input
                      type="checkbox"
                      checked={left.has(n.name)}
                      onChange={(e) => {
                        const next = new Set(left)
                        if (e.target.checked) next.add(n.name)
                        else next.delete(n.name)
                        setLeft(next)
                      }}
                    />
                    <span className="mono">{n.name}</span>
                  </label>
                ))}
              </div>
            </fieldset>
          )}
          {tried && blocks.length > 0 && (
            <div className="blocks" role="alert" data-blocks={blocks.length}>
              <ul className="plain-list">
                {blocks.map(([path, fault]) => (
                  <li key={path}>
                    <button type="button" className="link-button mono" onClick={() => form.current && focusField(form.current, path)}>
                      {path.replaceAll('/', '.')}
                    </button>{' '}
                    {faultWord(t, fault)}
                  </li>
                ))}
              </ul>
            </div>
          )}
          <div className="row-of">
            <button className="button primary" type="submit" disabled={run.isPending || 'error' in parsed} title="Ctrl ↵">
              {run.isPending ? t('run.running') : t('run.go')}
            </button>
            <label className="row-of small">
              <input type="checkbox" checked={explain} onChange={(e) => setExplain(e.target.checked)} /> {t('run.explain')}
            </label>
          </div>
        </form>
        {run.error && <ErrorNote error={run.error} />}
      </Panel>
      <Pick team={team} scene={kind === 'scene' ? name : ''} pipeline={kind === 'pipeline' ? name : ''} shown={shown} show={show} fill={fill} />
    </div>
  )
}
