import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStartLoadTest } from '@/api/loadtests'
import { useRole } from '@/api/session'
import type { NewLoadTest } from '@/api/types'
import { Confirm } from '@/components/confirm'
import { ErrorNote, Note } from '@/components/notes'
import { Panel } from '@/components/panel'
import { count, plain } from '@/lib/format'
import { FROM, requestsOf, RequestsField, TiersField, type From } from './source'
import { PROFILES, tiersOf, type ProfileKind } from './words'

interface FormProps {
  team: string
  scenes: readonly string[]
  scene: string | undefined
  started: (id: string) => void
}

/** What is asked, how hard, and for how long; the effect is told before anything begins. */
export function StartForm({ team, scenes, scene: given, started }: FormProps) {
  const { t } = useTranslation()
  const owner = useRole(team) === 'owner'
  const start = useStartLoadTest(team)
  const [picked, setPicked] = useState(given)
  const [kind, setKind] = useState<ProfileKind>('constant')
  const [n, setN] = useState({ rate: 50, peak: 400, factor: 0.01, duration: 60, connections: 256, steps: 5, period: 15 })
  const [closed, setClosed] = useState(false)
  const [from, setFrom] = useState<From>('made')
  const [tiers, setTiers] = useState('')
  const [text, setText] = useState('')
  const [note, setNote] = useState('')
  const [asking, setAsking] = useState(false)
  const scene = picked ?? scenes[0] ?? ''
  const article = kind === 'article'
  const peaked = kind !== 'constant' && !article
  const weights = tiersOf(tiers)
  const requests = from === 'given' ? requestsOf(text) : []
  const peak = article ? 29_000 * n.factor : peaked ? Math.max(n.rate, n.peak) : n.rate
  const good = scene !== '' && weights !== null && requests !== null && peak > 0 && peak <= 50_000 && n.duration >= 1 && n.duration <= 1800
  const field = (name: keyof typeof n, word: string, step = 1) => (
    <label className="field">
      <span>{word}</span>
      <input className="input" name={name} type="number" min={0} step={step} value={n[name]} onChange={(e) => setN({ ...n, [name]: Number(e.target.value) })} />
    </label>
  )
  const go = () => {
    const body: NewLoadTest = {
      scene,
      from,
      spec: {
        profile: { kind, rate: article ? 0 : n.rate, duration_s: n.duration, ...(peaked ? { peak: n.peak } : {}), ...(article ? { factor: n.factor } : {}), ...(kind === 'step' ? { steps: n.steps } : {}), ...(kind === 'sawtooth' ? { period_s: n.period } : {}) },
        connections: n.connections,
        objectives: {},
        ...(closed ? { closed } : {}),
      },
      ...(from === 'made' && weights && Object.keys(weights).length > 0 ? { tiers: weights } : {}),
      ...(from === 'given' && requests ? { requests } : {}),
      ...(note ? { note } : {}),
    }
    start.mutate(body, { onSuccess: (made) => started(made.id) })
  }
  if (!owner) return <Note title={t('load.owner')}>{t('load.owner.why')}</Note>
  return (
    <Panel title={t('load.new')}>
      <form
        className="body stack"
        onSubmit={(e) => {
          e.preventDefault()
          if (good) setAsking(true)
        }}
      >
        <div className="load-form">
          <label className="field">
            <span>{t('scene.name')}</span>
            <select className="input" name="scene" value={scene} onChange={(e) => setPicked(e.target.value)}>
              {scenes.map((s) => (
                <option key={s}>{s}</option>
              ))}
            </select>
          </label>
          <label className="field">
            <span>{t('load.profile')}</span>
            <select className="input" name="profile" value={kind} onChange={(e) => setKind(e.target.value as ProfileKind)}>
              {PROFILES.map((p) => (
                <option key={p} value={p}>
                  {t(`load.profile.${p}`)}
                </option>
              ))}
            </select>
          </label>
          {article ? field('factor', t('load.factor'), 0.001) : field('rate', closed ? t('load.users') : t('load.rate'))}
          {peaked && field('peak', closed ? t('load.users.peak') : t('load.peak'))}
          {kind === 'step' && field('steps', t('load.steps'))}
          {kind === 'sawtooth' && field('period', t('load.period'))}
          {field('duration', t('load.duration'))}
          {!closed && field('connections', t('load.connections'))}
          <label className="field">
            <span>{t('load.from')}</span>
            <select className="input" name="from" value={from} onChange={(e) => setFrom(e.target.value as From)}>
              {FROM.map((f) => (
                <option key={f} value={f}>
                  {t(`load.from.${f}`)}
                </option>
              ))}
            </select>
          </label>
          {from === 'made' && <TiersField value={tiers} bad={weights === null} change={setTiers} />}
          <label className="field">
            <span>{t('load.note')}</span>
            <input className="input" name="note" maxLength={200} value={note} onChange={(e) => setNote(e.target.value)} />
          </label>
        </div>
        {from === 'given' && <RequestsField value={text} bad={requests === null} change={setText} example={'{"k": 10}'} />}
        <div className="row-of">
          <button className="button primary" type="submit" disabled={!good || start.isPending}>
            {t('load.start')}
          </button>
          <label className="row-of small" title={t('load.closed.tip')}>
            <input type="checkbox" checked={closed} onChange={(e) => setClosed(e.target.checked)} /> {t('load.closed')}
          </label>
          <span className="dim">{t('load.real')}</span>
        </div>
      </form>
      {start.error && <ErrorNote error={start.error} />}
      <Confirm
        title={t('load.ask', { scene })}
        effect={t(closed ? 'load.effect.closed' : 'load.effect', { scene, peak: plain(count(peak)), seconds: n.duration })}
        action={t('load.start')}
        opened={asking}
        close={() => setAsking(false)}
        run={go}
      />
    </Panel>
  )
}
