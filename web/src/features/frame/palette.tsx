import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { keys, useLive } from '@/api/live'
import { useGraphs } from '@/api/scenes'
import { useMe } from '@/api/session'
import { Dialog } from '@/components/dialog'
import { settings } from '@/lib/settings'
import { find, withRecent, type Entry } from './find'
import { NAV } from './nav'
import { recent } from './recent'

/** Goes anywhere by a few letters: pages, scenes, resources, teams and settings. */
export function Palette({ team, opened, close }: { team: string; opened: boolean; close: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('palette.title')} opened={opened} close={close}>
      <PaletteBody team={team} close={close} />
    </Dialog>
  )
}

function PaletteBody({ team, close }: { team: string; close: () => void }) {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const entries = useEntries(team)
  const hits = useMemo(() => find(entries, query).slice(0, 12), [entries, query])
  const run = (e: Entry | undefined) => {
    if (!e) return
    close()
    recent.add(team, e.id)
    e.run()
  }
  const onKey = (e: KeyboardEvent) => {
    if (e.key === 'ArrowDown') setAt((i) => Math.min(hits.length - 1, i + 1))
    else if (e.key === 'ArrowUp') setAt((i) => Math.max(0, i - 1))
    else if (e.key === 'Enter') run(hits[at])
    else return
    e.preventDefault()
  }
  return (
    <div className="palette">
      <input
        className="input tall"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={hits[at] ? `palette-${at}` : undefined}
        aria-label={t('palette.title')}
        placeholder={t('palette.hint')}
        value={query}
        onChange={(e) => {
          setQuery(e.target.value)
          setAt(0)
        }}
        onKeyDown={onKey}
        data-autofocus
      />
      <ul id="palette-list" role="listbox" aria-label={t('palette.title')}>
        {hits.map((h, i) => (
          <li key={h.id} id={`palette-${i}`} role="option" aria-selected={i === at} onMouseMove={() => setAt(i)} onClick={() => run(h)}>
            <span className="grow">{h.name}</span>
            <span className="dim">{h.kind}</span>
          </li>
        ))}
        {hits.length === 0 && (
          <li role="option" aria-selected="false" className="dim">
            {t('palette.none')}
          </li>
        )}
      </ul>
    </div>
  )
}

function useEntries(team: string): Entry[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: me } = useMe()
  const scenes = useLive<string[]>(keys.scenes(team))
  const resources = useLive<string[]>(keys.resources(team))
  const graphs = useGraphs(team, 'draft').data
  const pipelines = useMemo(() => (graphs ?? []).map((g) => g.name), [graphs])
  return useMemo(() => {
    const page = t('palette.page')
    const setting = t('palette.setting')
    const all: Entry[] = NAV.flatMap((g) => g.items).map((item) => ({
      id: item.to,
      name: t(item.word),
      kind: page,
      run: () => void navigate({ to: item.to, params: { team } }),
    }))
    all.push({ id: '/me', name: t('nav.me'), kind: page, run: () => void navigate({ to: '/me' }) })
    for (const scene of scenes ?? []) {
      all.push({
        id: `scene/${scene}`,
        name: scene,
        kind: t('palette.scene'),
        run: () => void navigate({ to: '/t/$team/scenes/$scene', params: { team, scene } }),
      })
    }
    for (const scene of scenes ?? []) {
      all.push({
        id: `run/${scene}`,
        name: t('palette.run', { scene }),
        kind: t('nav.run'),
        run: () => void navigate({ to: '/t/$team/run', params: { team }, search: { target: `scene:${scene}` } }),
      })
    }
    for (const resource of resources ?? []) {
      all.push({
        id: `resource/${resource}`,
        name: resource,
        kind: t('resource.name'),
        run: () => void navigate({ to: '/t/$team/resources/$resource', params: { team, resource } }),
      })
    }
    for (const name of pipelines) {
      all.push({
        id: `pipeline/${name}`,
        name,
        kind: t('palette.pipeline'),
        run: () => void navigate({ to: '/t/$team/pipelines/$name/edit', params: { team, name } }),
      })
    }
    for (const m of me?.teams ?? []) {
      if (m.team === team) continue
      all.push({
        id: `team/${m.team}`,
        name: m.team,
        kind: t('frame.teams'),
        run: () => void navigate({ to: '/t/$team/overview', params: { team: m.team } }),
      })
    }
    for (const theme of ['light', 'dark', 'system'] as const) {
      all.push({ id: `theme/${theme}`, name: `${t('frame.theme')}: ${t(`theme.${theme}`)}`, kind: setting, run: () => settings.set('theme', theme) })
    }
    all.push({ id: 'zone/utc', name: 'UTC', kind: setting, run: () => settings.set('zone', 'utc') })
    all.push({ id: 'zone/local', name: t('me.zone.local'), kind: setting, run: () => settings.set('zone', 'local') })
    return withRecent(all, recent.ids(team))
  }, [t, navigate, team, scenes, resources, pipelines, me])
}
