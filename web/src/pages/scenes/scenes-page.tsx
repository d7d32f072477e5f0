import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyNote } from '@/components/notes'
import { Page } from '@/components/page'
import { lookOf } from '@/components/state'
import { SceneTable } from '@/features/overview/scene-table'
import { SCENE_STATES, scenesSearch } from '@/lib/search'

const route = getRouteApi('/t/$team/scenes')

/** All scenes; what is filtered stands in the address. */
export default function ScenesPage() {
  const { t } = useTranslation()
  const { team } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const set = (change: Record<string, unknown>) => void navigate({ search: scenesSearch({ ...search, ...change }), replace: true })
  const filtered = search.q !== undefined || search.stage !== undefined
  const query = search.q?.toLowerCase()
  return (
    <Page
      title={t('nav.scenes')}
      team={team}
      head={
        <>
          <span className="grow" />
          <input
            className="input"
            type="search"
            placeholder={t('scene.filter')}
            aria-label={t('scene.filter')}
            value={search.q ?? ''}
            onChange={(e) => set({ q: e.target.value })}
          />
          <select className="input" aria-label={t('scene.state')} value={search.stage ?? ''} onChange={(e) => set({ stage: e.target.value })}>
            <option value="">{t('scene.anystate')}</option>
            {SCENE_STATES.map((s) => {
              const look = lookOf(s)
              return (
                <option key={s} value={s}>
                  {look ? `${look.glyph} ${t(look.word)}` : s}
                </option>
              )
            })}
          </select>
        </>
      }
    >
      <SceneTable
        team={team}
        untitled
        keep={(s) => (!query || s.scene.toLowerCase().includes(query)) && (!search.stage || s.state === search.stage)}
        empty={
          filtered ? (
            <EmptyNote title={t('scene.nohit')}>
              <button className="button" onClick={() => set({ q: undefined, stage: undefined })}>
                {t('action.clear')}
              </button>
            </EmptyNote>
          ) : (
            <EmptyNote title={t('overview.none')} />
          )
        }
      />
    </Page>
  )
}
