import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSceneList } from '@/api/scenes'
import { Loaded } from '@/components/loaded'
import { EmptyNote } from '@/components/notes'
import { Page } from '@/components/page'
import { SceneFilter } from './scene-filter'

interface PageProps {
  title: string
  team: string
  scene: string | undefined
  pick: (scene: string) => void
  /** Begins one of a scene of these. */
  form: (scenes: readonly string[]) => ReactNode
  /** Those that are kept. */
  children: ReactNode
}

/** Begin what runs on the server, and see what was kept of it. */
export function KeptPage({ title, team, scene, pick, form, children }: PageProps) {
  const { t } = useTranslation()
  const scenes = useSceneList(team)
  return (
    <Page title={title} team={team} head={<SceneFilter scenes={scenes.data?.items} scene={scene} pick={pick} />}>
      <Loaded query={scenes} skeleton={<section className="panel bone-panel" aria-hidden="true" />}>
        {({ items }) =>
          items.length === 0 ? (
            <section className="panel">
              <EmptyNote title={t('overview.none')} />
            </section>
          ) : (
            form(items.map((s) => s.name))
          )
        }
      </Loaded>
      {children}
    </Page>
  )
}
