import type { Role } from '@/api/types'

/** From the least to the most allowed. */
export const ROLES: readonly Role[] = ['viewer', 'editor', 'owner']
