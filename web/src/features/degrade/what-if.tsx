import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWhatIf } from '@/api/degradation'
import type { Degradation, WhatIf as Answer } from '@/api/types'
import { ErrorNote } from '@/components/notes'
import { Panel } from '@/components/panel'
import { Table } from '@/components/table'
import { percent, plain, rate } from '@/lib/format'
import { TierRow, useTierColumns } from './tiers'
import { cores } from './told'

/** The slider is a scale of powers of ten: what is interesting lies between a tenth and a hundred times of now. */
const STEPS = 120
const LEAST = 1
const MOST = 100_000

const rateAt = (step: number) => round(LEAST * (MOST / LEAST) ** (step / STEPS))
const stepOf = (qps: number) => Math.round((STEPS * Math.log(Math.max(LEAST, qps) / LEAST)) / Math.log(MOST / LEAST))

/** Two significant figures. */
function round(v: number): number {
  const by = 10 ** Math.max(0, Math.floor(Math.log10(v)) - 1)
  return Math.round(v / by) * by
}

const SETTLE = 200

/** What the scene would serve at another rate: the same code that decides answers, and nothing changes. */
export function WhatIf({ team, scene, d }: { team: string; scene: string; d: Degradation | undefined }) {
  const { t } = useTranslation()
  const [step, setStep] = useState<number | null>(null)
  // Before the slider is touched it stands at four times of what comes now.
  const first = d === undefined ? null : stepOf(4 * Math.max(d.forecast, 25))
  const [start, setStart] = useState<number | null>(null)
  useEffect(() => setStart((was) => was ?? first), [first])
  const at = step ?? start
  const [asked, setAsked] = useState<number | null>(null)
  useEffect(() => {
    if (at === null) return
    const id = setTimeout(() => setAsked(rateAt(at)), SETTLE)
    return () => clearTimeout(id)
  }, [at])
  const query = useWhatIf(team, scene, asked)
  const qps = at === null ? null : rateAt(at)
  return (
    <Panel title={t('degrade.whatif')} tools={<span className="dim small">{t('degrade.whatif.hint')}</span>}>
      <div className="body stack" data-whatif={query.data?.qps}>
        <label className="row-of slider">
          <span>{t('degrade.whatif.at')}</span>
          <input type="range" min={0} max={STEPS} value={at ?? 0} onChange={(e) => setStep(Number(e.target.value))} aria-valuetext={qps === null ? undefined : plain(rate(qps))} disabled={at === null} />
          <output className="figure">{qps === null ? '–' : plain(rate(qps))}</output>
        </label>
        <p className="sentence" data-whatif-told>
          {query.data ? <Told w={query.data} /> : <span className="bone" style={{ width: '80%' }} />}
        </p>
      </div>
      {query.error && <ErrorNote error={query.error} retry={() => void query.refetch()} />}
      <WhatIfTiers w={query.data} />
    </Panel>
  )
}

function Told({ w }: { w: Answer }) {
  const { t } = useTranslation()
  const holes = { qps: plain(rate(w.qps)), kept: plain(percent(w.kept)), shed: plain(percent(w.shed)), need: cores(w.need), capacity: cores(w.capacity), suffices: plain(rate(w.suffices)) }
  return (
    <>
      {w.shed > 0 ? t('degrade.whatif.shed', holes) : w.kept < 0.9995 ? t('degrade.whatif.kept', holes) : t('degrade.whatif.all', holes)} {w.suffices > 0 && t('degrade.whatif.suffices', holes)} {t('degrade.whatif.need', holes)}
    </>
  )
}

function WhatIfTiers({ w }: { w: Answer | undefined }) {
  const { t } = useTranslation()
  const columns = useTierColumns()
  return (
    <Table label={t('degrade.whatif')} columns={columns}>
      {w?.tiers.map((tier) => (
        <TierRow key={tier.tier} tier={tier} />
      ))}
    </Table>
  )
}
