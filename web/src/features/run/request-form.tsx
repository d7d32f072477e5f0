import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Param, Shape } from '@/api/types'
import { at, blank, fieldsOf, keyOf, put, read, write, type Fault, type Field, type Path, type Values } from './form'
import { faultWord } from './fault-word'

interface FormProps {
  params: readonly Param[]
  value: Values
  faults: ReadonlyMap<string, Fault>
  change: (value: Values) => void
}

/** A field for each parameter. An empty optional one is left out, so that the pipeline's default holds. */
export function RequestForm({ params, value, faults, change }: FormProps) {
  const { t } = useTranslation()
  const set = (path: Path, v: unknown) => change(put(value, path, v) as Values)
  const unknown = [...faults].filter(([, f]) => f.kind === 'unknown').map(([path]) => path)
  if (params.length === 0 && unknown.length === 0) return <p className="dim">{t('run.noparams')}</p>
  return (
    <div className="form">
      {fieldsOf(params).map((f) => (
        <FieldOf key={f.name} field={f} path={[f.name]} value={value} faults={faults} set={set} />
      ))}
      {unknown.map((path) => (
        <div key={path} className="row-of">
          <span className="field-fault grow">
            <span className="mono">{path}</span>: {t('fault.unknown')}
          </span>
          <button type="button" className="button small" onClick={() => set(path.split('/'), undefined)}>
            {t('run.remove', { name: path })}
          </button>
        </div>
      ))}
    </div>
  )
}

interface FieldProps {
  field: Field
  path: Path
  value: Values
  faults: ReadonlyMap<string, Fault>
  set: (path: Path, v: unknown) => void
}

function FieldOf({ field, path, value, faults, set }: FieldProps) {
  const { shape } = field
  if (shape.kind === 'record') return <RecordField field={field} path={path} value={value} faults={faults} set={set} />
  if (shape.kind === 'list' && shape.elem) return <ListField field={field} path={path} value={value} faults={faults} set={set} />
  return (
    <Labelled field={field} path={path} faults={faults}>
      {(id, bad) => <ScalarInput id={id} bad={bad} shape={shape} field={field} value={at(value, path)} set={(v) => set(path, v)} />}
    </Labelled>
  )
}

/** The type in words, with its bounds: int 1–50. */
function typeOf(shape: Shape): string {
  const bounds = shape.low !== undefined && shape.high !== undefined ? ` ${shape.low}–${shape.high}` : ''
  const inner = shape.kind === 'list' && shape.elem ? `(${typeOf(shape.elem)})` : shape.kind === 'vector' && shape.dim ? `(${shape.dim})` : ''
  return `${shape.kind}${inner}${bounds}${shape.nullable ? '?' : ''}`
}

interface LabelledProps {
  field: Field
  path: Path
  faults: ReadonlyMap<string, Fault>
  children: (id: string, bad: boolean) => ReactNode
}

function Labelled({ field, path, faults, children }: LabelledProps) {
  const { t } = useTranslation()
  const id = useId()
  const fault = faults.get(keyOf(path))
  return (
    <div className="field" data-field={keyOf(path)}>
      <label htmlFor={id}>
        <span className="mono ink">{field.name}</span> <span>{typeOf(field.shape)}</span>
        {field.required && <span title={t('run.required')}> *</span>}
      </label>
      {children(id, fault !== undefined)}
      {fault && (
        <span className="field-fault" id={`${id}-fault`}>
          {faultWord(t, fault)}
        </span>
      )}
    </div>
  )
}

interface InputProps {
  id?: string
  label?: string
  bad: boolean
  shape: Shape
  field: Pick<Field, 'required' | 'default'>
  value: unknown
  set: (v: unknown) => void
}

function ScalarInput({ id, label, bad, shape, field, value, set }: InputProps) {
  const { t } = useTranslation()
  const [raw, setRaw] = useState<string | null>(null)
  const common = { id, 'aria-label': label, 'aria-invalid': bad || undefined, 'aria-describedby': bad && id ? `${id}-fault` : undefined }
  const without = field.default !== undefined && field.default !== null ? t('run.default', { value: write(field.default) }) : t('run.none')
  if (shape.kind === 'bool' || (shape.words && shape.words.length > 0)) {
    const options = shape.kind === 'bool' ? ['true', 'false'] : (shape.words ?? [])
    return (
      <select
        className="input"
        {...common}
        value={value === undefined || value === null ? '' : write(value)}
        onChange={(e) => set(e.target.value === '' ? undefined : shape.kind === 'bool' ? e.target.value === 'true' : e.target.value)}
      >
        {!field.required && <option value="">{without}</option>}
        {options.map((o) => (
          <option key={o}>{o}</option>
        ))}
      </select>
    )
  }
  const number = shape.kind === 'int' || shape.kind === 'float'
  // What is half typed, such as "1." on the way to 1.5, stays as it is while it means the same value.
  const text = raw !== null && same(read(shape, raw), value) ? raw : write(value)
  return (
    <input
      className="input"
      {...common}
      inputMode={number ? 'decimal' : undefined}
      spellCheck={false}
      autoComplete="off"
      placeholder={field.required ? hint(shape.kind) : without}
      value={text}
      onChange={(e) => {
        setRaw(e.target.value)
        set(e.target.value === '' && !field.required ? undefined : read(shape, e.target.value))
      }}
    />
  )
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function hint(kind: string): string {
  return { time: '2026-03-01T08:00:00Z', duration: '500ms', vector: '0.1, 0.2, …' }[kind] ?? ''
}

function RecordField({ field, path, value, faults, set }: FieldProps) {
  const { t } = useTranslation()
  const now = at(value, path)
  const given = typeof now === 'object' && now !== null
  const fault = faults.get(keyOf(path))
  return (
    <fieldset className="group" data-field={keyOf(path)}>
      <legend>
        <span className="mono">{field.name}</span> <span className="dim">{typeOf(field.shape)}</span>
        {(!field.required || !given) && (
          <button type="button" className="button small quiet" onClick={() => set(path, given ? undefined : blank(field.shape))}>
            {given ? t('run.leave') : t('run.give')}
          </button>
        )}
      </legend>
      {fault && <span className="field-fault">{faultWord(t, fault)}</span>}
      {given && (field.shape.fields ?? []).map((f) => <FieldOf key={f.name} field={f} path={[...path, f.name]} value={value} faults={faults} set={set} />)}
      {!given && <span className="dim">{field.default !== undefined ? t('run.default', { value: write(field.default) }) : t('run.none')}</span>}
    </fieldset>
  )
}

function ListField({ field, path, value, faults, set }: FieldProps) {
  const { t } = useTranslation()
  const now = at(value, path)
  const list: unknown[] = Array.isArray(now) ? (now as unknown[]) : []
  const elem = field.shape.elem as Shape
  const [paste, setPaste] = useState<string | null>(null)
  const fault = faults.get(keyOf(path))
  const simple = elem.kind !== 'record' && elem.kind !== 'list'
  return (
    <fieldset className="group" data-field={keyOf(path)}>
      <legend>
        <span className="mono">{field.name}</span> <span className="dim">{typeOf(field.shape)}</span> <span className="dim">{list.length}</span>
        <button type="button" className="button small quiet" onClick={() => set([...path, list.length], blank(elem))}>
          {t('run.add')}
        </button>
        {simple && (
          <button type="button" className="button small quiet" onClick={() => setPaste(paste === null ? list.map(write).join('\n') : null)}>
            {paste === null ? t('run.lines') : t('run.fields')}
          </button>
        )}
        {list.length > 0 && !field.required && (
          <button type="button" className="button small quiet" onClick={() => set(path, undefined)}>
            {t('run.leave')}
          </button>
        )}
      </legend>
      {fault && <span className="field-fault">{faultWord(t, fault)}</span>}
      {paste !== null ? (
        <textarea
          className="input area"
          aria-label={field.name}
          rows={5}
          value={paste}
          onChange={(e) => {
            setPaste(e.target.value)
            const lines = e.target.value.split('\n').filter((l) => l.trim() !== '')
            set(path, lines.length === 0 && !field.required ? undefined : lines.map((l) => read(elem, l)))
          }}
        />
      ) : (
        list.map((_, i) => {
          const here = [...path, i]
          const remove = (
            <button type="button" className="button small quiet" aria-label={t('run.remove', { name: `${field.name}[${i}]` })} onClick={() => set(here, undefined)}>
              ✕
            </button>
          )
          if (!simple) {
            return (
              <div key={i} className="list-item">
                <FieldOf field={{ name: `[${i}]`, shape: elem, required: true }} path={here} value={value} faults={faults} set={set} />
                {remove}
              </div>
            )
          }
          const bad = faults.get(keyOf(here))
          return (
            <div key={i} className="list-item">
              <ScalarInput label={`${field.name}[${i}]`} bad={bad !== undefined} shape={elem} field={{ required: true }} value={list[i]} set={(v) => set(here, v ?? '')} />
              {remove}
              {bad && <span className="field-fault">{faultWord(t, bad)}</span>}
            </div>
          )
        })
      )}
    </fieldset>
  )
}
