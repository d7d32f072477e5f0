import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import { putLines } from '@/api/documents'
import { saying } from '@/api/problem'
import type { PutResult } from '@/api/types'
import { ErrorNote } from '@/components/notes'
import { Panel } from '@/components/panel'
import { Rows } from '@/components/rows'
import { StateMark } from '@/components/state-mark'
import { Table, type Column } from '@/components/table'
import { count, plain } from '@/lib/format'
import { refusedBecause } from '@/lib/i18n/refused'
import { after, batches, BATCH, documentsOf, linesOf, parseAnswer, START, type Line, type Progress } from './documents'

interface PutProps {
  team: string
  resource: string
  example: string
}

/** Writes documents from a text or a file, and says what became of each. */
export function PutDocuments({ team, resource, example }: PutProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [broken, setBroken] = useState<string | null>(null)
  const [progress, setProgress] = useState<Progress | null>(null)
  /** Characters sent of all of a file, for the bar; null for a text. */
  const [share, setShare] = useState<number | null>(null)
  const stop = useRef<AbortController | null>(null)
  const running = progress !== null && !progress.done

  const send = async (source: AsyncIterable<Line> | Iterable<Line>, size?: number) => {
    const control = new AbortController()
    stop.current = control
    let now: Progress = START
    let sent = 0
    setProgress(now)
    setShare(size === undefined ? null : 0)
    const flush = async (batch: Line[]) => {
      const { results, summary } = parseAnswer(await putLines(team, resource, batch.map((l) => l.text), control.signal))
      now = after(now, batch, results)
      if (summary && !summary.done) throw new Error(summary.error ? refusedBecause(summary.error, summary.error.message) : t('put.broken'))
      sent += batch.reduce((sum, l) => sum + l.text.length + 1, 0)
      setProgress(now)
      if (size !== undefined) setShare(Math.min(1, sent / Math.max(1, size)))
    }
    try {
      let gathered: Line[] = []
      let chars = 0
      for await (const line of source) {
        gathered.push(line)
        chars += line.text.length
        if (gathered.length < BATCH.lines && chars < BATCH.chars) continue
        for (const b of batches(gathered)) await flush(b)
        gathered = []
        chars = 0
      }
      for (const b of batches(gathered)) await flush(b)
      setProgress({ ...now, done: true })
      if (size !== undefined) setShare(1)
    } catch (error) {
      setProgress({ ...now, done: true, error: control.signal.aborted ? undefined : error instanceof Error ? error : new Error(String(error)) })
    }
    void client.invalidateQueries({ queryKey: ['resource', team, resource] })
    void client.invalidateQueries({ queryKey: ['statistics', team, resource] })
  }

  const fromText = () => {
    setBroken(null)
    try {
      void send(documentsOf(text))
    } catch (error) {
      setBroken(saying(error))
    }
  }
  const fromFile = async (file: File) => {
    setBroken(null)
    const head = (await file.slice(0, 4096).text()).trimStart()
    if (!head.startsWith('[')) return send(linesOf(chunksOf(file)), file.size)
    try {
      return await send(documentsOf(await file.text()))
    } catch (error) {
      setBroken(saying(error))
    }
  }

  return (
    <Panel title={t('put.title')}>
      <div className="body stack">
        <textarea
          className="input area wide"
          aria-label={t('put.text')}
          placeholder={example}
          rows={6}
          spellCheck={false}
          value={text}
          onChange={(e) => setText(e.target.value)}
        />
        <div className="row-of">
          <button className="button primary" disabled={running || text.trim() === ''} onClick={fromText}>
            {t('put.go')}
          </button>
          <label className={`button ${running ? 'disabled' : ''}`}>
            {t('put.file')}
            <input
              type="file"
              className="hidden-label"
              accept=".json,.ndjson,.jsonl,application/json"
              disabled={running}
              onChange={(e) => {
                const file = e.target.files?.[0]
                if (file) void fromFile(file)
                e.target.value = ''
              }}
            />
          </label>
          {running && (
            <button className="button" onClick={() => stop.current?.abort()}>
              {t('put.stop')}
            </button>
          )}
          <span className="dim small grow">{t('put.hint')}</span>
        </div>
        {broken && <span className="field-fault">{t('put.badlist', { error: broken })}</span>}
      </div>
      {progress && <Outcome progress={progress} share={share} />}
    </Panel>
  )
}

async function* chunksOf(file: File): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

function Outcome({ progress, share }: { progress: Progress; share: number | null }) {
  const { t } = useTranslation()
  const columns: readonly Column[] = [{ name: t('put.line'), num: true }, { name: t('run.key') }, { name: t('put.result') }, { name: t('put.offset'), num: true }, { name: t('put.why') }]
  return (
    <>
      <div className="put-line" role="status" data-put={progress.done ? 'done' : 'running'}>
        <span>
          {t('put.counts', { accepted: plain(count(progress.accepted)), failed: plain(count(progress.failed)) })}
          {!progress.done && ` ${t('put.running')}`}
        </span>
        {share !== null && <progress value={share} max={1} aria-label={t('put.progress')} />}
      </div>
      {progress.error && <ErrorNote error={progress.error} />}
      {progress.results.length > 0 && (
        <Table label={t('put.results')} columns={columns}>
          <Rows items={progress.results} height={29} columns={columns.length}>
            {(r) => <ResultRow key={r.line} r={r} />}
          </Rows>
        </Table>
      )}
    </>
  )
}

function ResultRow({ r }: { r: PutResult }) {
  return (
    <tr data-line={r.line}>
      <td className="num dim">{r.line}</td>
      <td className="mono">{r.key}</td>
      <td>
        <StateMark state={r.error ? 'failed' : 'ok'} />
      </td>
      <td className="num dim">{r.error ? '–' : `${r.slot}:${r.offset}`}</td>
      <td className="fill">{r.error && refusedBecause(r.error, r.error.message)}</td>
    </tr>
  )
}
