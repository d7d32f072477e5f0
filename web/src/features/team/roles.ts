import type { Role } from '@/api/types'

/** From the least to the most allowed. */
export const ROLES: readonly Role[] = ['viewer', 'editor', 'owner']

/** What needs which role at least, as the server demands it. */
export const RIGHTS = [
  { right: 'look', from: 'viewer' },
  { right: 'run', from: 'viewer' },
  { right: 'serve', from: 'viewer' },
  { right: 'edit', from: 'editor' },
  { right: 'publish', from: 'editor' },
  { right: 'documents', from: 'editor' },
  { right: 'traffic', from: 'editor' },
  { right: 'gains', from: 'editor' },
  { right: 'drill', from: 'owner' },
  { right: 'loadtests', from: 'owner' },
  { right: 'members', from: 'owner' },
  { right: 'tokens', from: 'owner' },
  { right: 'importers', from: 'owner' },
] as const satisfies readonly { right: string; from: Role }[]
