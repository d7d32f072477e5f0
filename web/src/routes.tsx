// Every address of the console in one list. Pages are loaded when they are visited.
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { meQuery } from '@/api/session'
import { Problem } from '@/api/problem'
import type { Me } from '@/api/types'
import { TeamFrame, MeFrame } from '@/pages/frames'
import { MissingPage } from '@/pages/missing-page'
import { BrokenAlone, BrokenPage } from '@/pages/broken-page'
import { basePath } from '@/lib/base'
import { auditSearch, compareSearch, editorSearch, loadTestsSearch, loginSearch, pipelinesSearch, resourceSearch, runSearch, sceneSearch, scenesSearch, simulateSearch, tracesSearch, valid, versionSearch } from '@/lib/search'

interface Context {
  client: QueryClient
}

/** The reader, or the login page with the way back. An unreachable server is shown, not hidden behind a login. */
async function reader(client: QueryClient, href: string): Promise<Me> {
  try {
    return await client.ensureQueryData(meQuery)
  } catch (error) {
    if (error instanceof Problem && error.status === 401) throw redirect({ to: '/login', search: loginSearch({ next: href }) })
    throw error
  }
}

const root = createRootRouteWithContext<Context>()({
  component: Outlet,
  notFoundComponent: MissingPage,
  errorComponent: BrokenAlone,
})

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  errorComponent: BrokenAlone,
  beforeLoad: async ({ context, location }) => {
    const me = await reader(context.client, location.publicHref)
    const team = me.teams[0]?.team
    throw team === undefined ? redirect({ to: '/me' }) : redirect({ to: '/t/$team/overview', params: { team } })
  },
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  errorComponent: BrokenAlone,
  validateSearch: valid(loginSearch),
  component: lazyRouteComponent(() => import('@/pages/login/login-page')),
})

const team = createRoute({
  getParentRoute: () => root,
  path: '/t/$team',
  errorComponent: BrokenAlone,
  beforeLoad: async ({ context, location }) => ({ me: await reader(context.client, location.publicHref) }),
  component: TeamFrame,
  notFoundComponent: MissingPage,
})

const teamHome = createRoute({
  getParentRoute: () => team,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/t/$team/overview', params })
  },
})

const overview = createRoute({
  getParentRoute: () => team,
  path: '/overview',
  component: lazyRouteComponent(() => import('@/pages/overview/overview-page')),
})

const scenes = createRoute({
  getParentRoute: () => team,
  path: '/scenes',
  validateSearch: valid(scenesSearch),
  component: lazyRouteComponent(() => import('@/pages/scenes/scenes-page')),
})

const scene = createRoute({
  getParentRoute: () => team,
  path: '/scenes/$scene',
  validateSearch: valid(sceneSearch),
  component: lazyRouteComponent(() => import('@/pages/scenes/scene-page')),
})

const resources = createRoute({
  getParentRoute: () => team,
  path: '/resources',
  component: lazyRouteComponent(() => import('@/pages/resources/resources-page')),
})

const resource = createRoute({
  getParentRoute: () => team,
  path: '/resources/$resource',
  validateSearch: valid(resourceSearch),
  component: lazyRouteComponent(() => import('@/pages/resources/resource-page')),
})

const run = createRoute({
  getParentRoute: () => team,
  path: '/run',
  validateSearch: valid(runSearch),
  component: lazyRouteComponent(() => import('@/pages/run/run-page')),
})

const keptRun = createRoute({
  getParentRoute: () => team,
  path: '/runs/$id',
  component: lazyRouteComponent(() => import('@/pages/run/kept-run-page')),
})

const compare = createRoute({
  getParentRoute: () => team,
  path: '/runs/compare',
  validateSearch: valid(compareSearch),
  component: lazyRouteComponent(() => import('@/pages/run/compare-page')),
})

const loadTests = createRoute({
  getParentRoute: () => team,
  path: '/loadtests',
  validateSearch: valid(loadTestsSearch),
  component: lazyRouteComponent(() => import('@/pages/loadtests/loadtests-page')),
})

const loadTest = createRoute({
  getParentRoute: () => team,
  path: '/loadtests/$id',
  component: lazyRouteComponent(() => import('@/pages/loadtests/loadtest-page')),
})

const compareLoadTests = createRoute({
  getParentRoute: () => team,
  path: '/loadtests/compare',
  validateSearch: valid(compareSearch),
  component: lazyRouteComponent(() => import('@/pages/loadtests/compare-page')),
})

const gains = createRoute({
  getParentRoute: () => team,
  path: '/gains',
  validateSearch: valid(loadTestsSearch),
  component: lazyRouteComponent(() => import('@/pages/gains/gains-page')),
})

const gain = createRoute({
  getParentRoute: () => team,
  path: '/gains/$id',
  component: lazyRouteComponent(() => import('@/pages/gains/gain-page')),
})

const traces = createRoute({
  getParentRoute: () => team,
  path: '/traces',
  validateSearch: valid(tracesSearch),
  component: lazyRouteComponent(() => import('@/pages/traces/traces-page')),
})

const trace = createRoute({
  getParentRoute: () => team,
  path: '/traces/$id',
  component: lazyRouteComponent(() => import('@/pages/traces/trace-page')),
})

const pipelines = createRoute({
  getParentRoute: () => team,
  path: '/pipelines',
  validateSearch: valid(pipelinesSearch),
  component: lazyRouteComponent(() => import('@/pages/pipelines/pipelines-page')),
})

const editor = createRoute({
  getParentRoute: () => team,
  path: '/pipelines/$name/edit',
  validateSearch: valid(editorSearch),
  component: lazyRouteComponent(() => import('@/pages/editor/editor-page')),
})

const simulate = createRoute({
  getParentRoute: () => team,
  path: '/simulate',
  validateSearch: valid(simulateSearch),
  component: lazyRouteComponent(() => import('@/pages/simulate/simulate-page')),
})

const audit = createRoute({
  getParentRoute: () => team,
  path: '/audit',
  validateSearch: valid(auditSearch),
  component: lazyRouteComponent(() => import('@/pages/audit/audit-page')),
})

const members = createRoute({
  getParentRoute: () => team,
  path: '/settings/members',
  component: lazyRouteComponent(() => import('@/pages/settings/members-page')),
})

const roles = createRoute({
  getParentRoute: () => team,
  path: '/settings/roles',
  component: lazyRouteComponent(() => import('@/pages/settings/roles-page')),
})

const tokens = createRoute({
  getParentRoute: () => team,
  path: '/settings/tokens',
  component: lazyRouteComponent(() => import('@/pages/settings/tokens-page')),
})

const importers = createRoute({
  getParentRoute: () => team,
  path: '/settings/importers',
  component: lazyRouteComponent(() => import('@/pages/settings/importers-page')),
})

const me = createRoute({
  getParentRoute: () => root,
  path: '/me',
  errorComponent: BrokenAlone,
  beforeLoad: async ({ context, location }) => ({ me: await reader(context.client, location.publicHref) }),
  component: MeFrame,
})

const version = createRoute({
  getParentRoute: () => team,
  path: '/versions/$number',
  validateSearch: valid(versionSearch),
  component: lazyRouteComponent(() => import('@/pages/versions/version-page')),
})

const tree = root.addChildren([home, login, team.addChildren([teamHome, overview, scenes, scene, resources, resource, run, keptRun, compare, loadTests, loadTest, compareLoadTests, gains, gain, traces, trace, pipelines, editor, simulate, version, audit, members, roles, tokens, importers]), me])

export function newRouter(client: QueryClient) {
  return createRouter({
    routeTree: tree,
    basepath: basePath(),
    context: { client },
    defaultPreload: 'intent',
    defaultErrorComponent: BrokenPage,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>
  }
}
