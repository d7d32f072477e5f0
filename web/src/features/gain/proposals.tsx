import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useGainChanges, useWriteGain } from '@/api/gains'
import { canEdit, useRole } from '@/api/session'
import type { GainProposal } from '@/api/types'
import { Loaded } from '@/components/loaded'
import { EmptyNote, ErrorNote } from '@/components/notes'
import { Panel } from '@/components/panel'
import { Table, type Column } from '@/components/table'
import { TextDiff } from '@/components/text-diff'
import { plusMinus, worth } from './words'

interface ProposalsProps {
  team: string
  id: string
  pipeline: string
}

/** What is measured beside what the draft says, with the way to its line, and the difference that would be written. */
export function Proposals({ team, id, pipeline }: ProposalsProps) {
  const { t } = useTranslation()
  const query = useGainChanges(team, id)
  const may = canEdit(useRole(team))
  const write = useWriteGain(team, id)
  const columns = useMemo<readonly Column[]>(() => [{ name: t('trace.node') }, { name: t('gain.says') }, { name: t('gain.written') }, { name: t('gain.proposed') }, { name: t('gain.place') }], [t])
  return (
    <Panel title={t('gain.proposals')} count={query.data?.proposals.length ? t('gain.proposals.n', { n: query.data.proposals.filter((p) => p.differs).length, of: query.data.proposals.length }) : undefined}>
      <Loaded query={query} skeleton={<div className="bone-panel" aria-hidden="true" />}>
        {({ proposals, files }) =>
          proposals.length === 0 ? (
            <EmptyNote title={t('gain.few')} />
          ) : (
            <>
              <Table label={t('gain.proposals')} columns={columns}>
                {proposals.map((p) => (
                  <tr key={`${p.node} ${p.arm ?? ''}`} data-proposal={p.arm ? `${p.node}.${p.arm}` : p.node} data-differs={p.differs}>
                    <td className="mono">
                      {p.node}
                      {p.arm && <span className="dim"> · {p.arm}</span>}
                    </td>
                    <td>
                      <Says p={p} />
                    </td>
                    <td className="mono">{p.old || <span className="dim">{t('gain.written.none')}</span>}</td>
                    <td className="mono">{p.new}</td>
                    <td>
                      {p.file ? (
                        <Link to="/t/$team/pipelines/$name/edit" params={{ team, name: pipeline }} search={{ file: p.file, node: p.node }} data-line={p.line}>
                          {p.file}:{p.line}
                        </Link>
                      ) : (
                        <span className="dim">{t('gain.elsewhere')}</span>
                      )}
                    </td>
                  </tr>
                ))}
              </Table>
              {files.length === 0 ? (
                <EmptyNote title={t('gain.same')} />
              ) : (
                files.map((f) => (
                  <div key={f.path}>
                    {may && (
                      <div className="gain-write row-of">
                        <button className="button" type="button" disabled={write.isPending} data-gain-write={f.path} onClick={() => write.mutate(f)}>
                          {t('gain.write')}
                        </button>
                        <code>{f.path}</code>
                      </div>
                    )}
                    <TextDiff file={f} open />
                  </div>
                ))
              )}
              {write.error && <ErrorNote error={write.error} />}
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

/** "0.31 ± 0.04 measured, 0.8 written", with a mark where the two do not agree. */
function Says({ p }: { p: GainProposal }) {
  const { t } = useTranslation()
  const measured = t(p.low ? 'gain.measured.low' : 'gain.measured', { gain: plusMinus(p) })
  const written = p.written === undefined ? t('gain.unwritten') : t('gain.is', { gain: worth(p.written) })
  return (
    <span className={`state wraps gain-says ${p.differs ? 'tone-slow' : 'tone-normal'}`}>
      <span className="glyph" aria-hidden="true">
        {p.differs ? '▲' : '●'}
      </span>
      <span>
        {measured}, {written}
        {(p.file || !p.differs) && <span className="dim"> · {t(p.differs ? 'gain.differs' : 'gain.agrees')}</span>}
      </span>
    </span>
  )
}
