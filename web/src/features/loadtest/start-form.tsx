import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStartLoadTest } from '@/api/loadtests'
import { useRole } from '@/api/session'
import type { NewLoadTest } from '@/api/types'
import { Confirm } from '@/components/confirm'
import { ErrorNote, Note } from '@/components/notes'
import { Panel } from '@/components/panel'
import { StartFields } from '@/features/kept/fields'
import { useSource } from '@/features/kept/source'
import { count, plain } from '@/lib/format'
import { PROFILES, type ProfileKind } from './words'

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
  const source = useSource('made')
  const [note, setNote] = useState('')
  const [asking, setAsking] = useState(false)
  const scene = picked ?? scenes[0] ?? ''
  const article = kind === 'article'
  const peaked = kind !== 'constant' && !article
  const peak = article ? 29_000 * n.factor : peaked ? Math.max(n.rate, n.peak) : n.rate
  const good = scene !== '' && source.weights !== null && source.requests !== null && peak > 0 && peak <= 50_000 && n.duration >= 1 && n.duration <= 1800
  const field = (name: keyof typeof n, word: string, step = 1) => (
    <label className="field">
      <span>{word}</span>
      <input className="input" name={name} type="number" min={0} step={step} value={n[name]} onChange={(e) => setN({ ...n, [name]: Number(e.target.value) })} />
    </label>
  )
  const go = () => {
    const body: NewLoadTest = {
      scene,
      ...source.body,
      spec: {
        profile: { kind, rate: article ? 0 : n.rate, duration_s: n.duration, ...(peaked ? { peak: n.peak } : {}), ...(article ? { factor: n.factor } : {}), ...(kind === 'step' ? { steps: n.steps } : {}), ...(kind === 'sawtooth' ? { period_s: n.period } : {}) },
        connections: n.connections,
        objectives: {},
        ...(closed ? { closed } : {}),
      },
      ...(source.from === 'given' && source.requests ? { requests: source.requests } : {}),
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
        <StartFields scenes={scenes} scene={scene} setScene={setPicked} source={source} note={note} setNote={setNote} example={'{"k": 10}'}>
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
        </StartFields>
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
