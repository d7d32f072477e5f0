import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { NewSimulation, Simulations } from '@/api/types'
import { Panel } from '@/components/panel'
import { aboutTold } from './about'

interface FormProps {
  there: Simulations
  scenario: string
  setScenario: (name: string) => void
  may: boolean
  running: boolean
  run: (s: NewSimulation) => void
}

/** Which flood, met by whom. */
export function SimulationForm({ there, scenario, setScenario, may, running, run }: FormProps) {
  const { t } = useTranslation()
  const [policies, setPolicies] = useState<readonly string[]>(['ours', 'none'])
  const [seed, setSeed] = useState('1')
  const chosen = there.scenarios.find((s) => s.name === scenario) ?? there.scenarios[0]
  const valid = /^[1-9]\d{0,14}$/.test(seed) && policies.length > 0 && chosen !== undefined
  const submit = (e: FormEvent) => {
    e.preventDefault()
    if (valid && chosen) run({ scenario: chosen.name, policies: there.policies.map((p) => p.name).filter((n) => policies.includes(n)), seed: Number(seed) })
  }
  return (
    <Panel title={t('simulate.form')} untitled>
      <form className="body stack" onSubmit={submit}>
        <div className="row-of wraps">
          <label className="field">
            <span>{t('simulate.scenario')}</span>
            <select className="input" name="scenario" value={chosen?.name} onChange={(e) => setScenario(e.target.value)}>
              {there.scenarios.map((s) => (
                <option key={s.name} value={s.name}>
                  {s.name}
                </option>
              ))}
            </select>
          </label>
          <label className="field">
            <span>{t('simulate.seed')}</span>
            <input className="input" style={{ width: 90 }} inputMode="numeric" name="seed" value={seed} aria-invalid={!/^[1-9]\d{0,14}$/.test(seed)} onChange={(e) => setSeed(e.target.value)} />
          </label>
          <button className="button primary foot" type="submit" disabled={!may || !valid || running}>
            {running ? t('simulate.running') : t('simulate.run')}
          </button>
          {!may && <span className="dim small foot">{t('simulate.who')}</span>}
        </div>
        <p className="dim">{chosen && t('simulate.about', { about: aboutTold(t, chosen.about), length: chosen.length_s, scenes: chosen.scenes, cores: chosen.cores })}</p>
        <fieldset className="stack bare">
          <legend className="dim small">{t('simulate.policies')}</legend>
          {there.policies.map((p) => (
            <label key={p.name} className="row-of whole">
              <input type="checkbox" checked={policies.includes(p.name)} onChange={(e) => setPolicies(e.target.checked ? [...policies, p.name] : policies.filter((n) => n !== p.name))} />
              <span>
                <strong>{p.name}</strong> <span className="dim">{aboutTold(t, p.about)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      </form>
    </Panel>
  )
}
