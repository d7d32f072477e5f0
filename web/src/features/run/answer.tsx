import { Link } from '@tanstack/react-router'
import { Fragment, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Run } from '@/api/types'
import { EmptyNote } from '@/components/notes'
import { Panel } from '@/components/panel'
import { Table, type Column } from '@/components/table'
import { ItemWhy } from '@/features/why/item-why'
import { saidAnew } from '@/lib/i18n/refused'
import { opensLink } from '@/lib/row-link'
import { cell, isNumber, number, whole } from './cell'

type Item = Run['items'][number]
type Columns = readonly Run['columns'][number][]

const head = (c: Columns[number]): Column => ({ name: c.name, num: isNumber(c.type), title: c.type })

/** The items of a run, best first, with where each came from and, when asked, how it came where it is. */
export function Answer({ team, run }: { team: string; run: Run }) {
  const { t } = useTranslation()
  const shown = useMemo(() => run.columns.filter((c) => !c.name.startsWith('_')), [run])
  const resources = useMemo(() => new Set(run.items.map((i) => i._resource)), [run])
  const keyed = !shown.some((c) => run.items.length > 0 && run.items.every((i) => i[c.name] === i._key))
  // Place and score stand first, so that they need no scrolling; sources before what is wide.
  const [lead, rest] = useMemo(() => (keyed ? [[], shown] : [shown.slice(0, 1), shown.slice(1)]), [keyed, shown])
  const columns = useMemo<readonly Column[]>(
    () => [
      { name: '#', num: true, title: t('run.place') },
      { name: t('run.score'), num: true },
      ...(keyed ? [{ name: t('run.key') }] : []),
      ...(resources.size > 1 ? [{ name: t('resource.name') }] : []),
      ...lead.map(head),
      { name: t('run.from'), title: t('run.from.tip') },
      ...rest.map(head),
    ],
    [t, lead, rest, resources, keyed],
  )
  const [open, setOpen] = useState<number | null>(null)
  const why = run.explained ? (run.why ?? []) : []
  return (
    <Panel
      title={t('run.answer')}
      count={run.items.length + run.left_out}
      tools={why.length > 0 && <span className="dim small">{t('run.why.hint')}</span>}
    >
      {run.items.length === 0 ? (
        <EmptyNote title={t('run.noitems')}>{run.message && saidAnew(run.message)}</EmptyNote>
      ) : (
        <Table label={t('run.answer')} columns={columns}>
          {run.items.map((item, i) => (
            <Fragment key={i}>
              <ItemRow
                team={team}
                item={item}
                rank={i + 1}
                keyed={keyed}
                many={resources.size > 1}
                lead={lead}
                rest={rest}
                {...(why[i] ? { open: open === i, toggle: () => setOpen(open === i ? null : i) } : {})}
              />
              {open === i && why[i] && (
                <tr className="why-row">
                  <td colSpan={columns.length}>
                    <ItemWhy team={team} source={run.source} pipeline={run.served || run.pipeline} why={why[i]} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </Table>
      )}
      {run.left_out > 0 && <p className="dim body">{t('run.leftout', { n: run.left_out })}</p>}
    </Panel>
  )
}

interface ItemRowProps {
  team: string
  item: Item
  rank: number
  keyed: boolean
  many: boolean
  lead: Columns
  rest: Columns
  open?: boolean
  toggle?: () => void
}

function ItemRow({ team, item, rank, keyed, many, lead, rest, open, toggle }: ItemRowProps) {
  const { t } = useTranslation()
  const key = String(item._key ?? '')
  const resource = String(item._resource ?? '')
  const link = (text: string) =>
    resource === '' ? (
      text
    ) : (
      <Link to="/t/$team/resources/$resource" params={{ team, resource }} search={{ tab: 'documents', key }} className="cell-link">
        {text}
      </Link>
    )
  const value = (c: Columns[number]) => (
    <td key={c.name} className={isNumber(c.type) ? 'num' : 'clip'} title={whole(item[c.name])}>
      {item[c.name] === item._key && !keyed ? link(cell(item[c.name])) : cell(item[c.name])}
    </td>
  )
  return (
    <tr data-item={key} className={resource === '' ? undefined : 'link'} onClick={opensLink}>
      <td className="num">
        {toggle ? (
          <button className="button quiet rank" aria-expanded={open} aria-label={`${rank}: ${t('run.why', { key })}`} onClick={toggle}>
            <span aria-hidden="true">{open ? '▾' : '▸'}</span>
            <span>{rank}</span>
          </button>
        ) : (
          <span className="dim">{rank}</span>
        )}
      </td>
      <td className="num" data-cell="score">
        {typeof item._score === 'number' ? number(item._score) : <span className="dim">–</span>}
      </td>
      {keyed && <td className="mono">{link(key)}</td>}
      {many && <td className="dim">{resource}</td>}
      {lead.map(value)}
      <td>
        <Chips of={Array.isArray(item._from) ? (item._from as string[]) : []} />
      </td>
      {rest.map(value)}
    </tr>
  )
}

export function Chips({ of }: { of: readonly string[] }) {
  return (
    <span className="chips">
      {of.map((name) => (
        <span key={name} className="chip mono">
          {name}
        </span>
      ))}
    </span>
  )
}
