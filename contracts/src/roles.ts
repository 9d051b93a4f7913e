import { z } from 'zod'
import { ALL_SCOPES, ALL_SESSION_SCOPES, type Scope } from './scopes.ts'

/** What everybody sees; who sends what is for those who look after the integrations. */
const READING = ALL_SCOPES.filter((scope) => scope.endsWith(':read') && scope !== 'requests:read')

/**
 * What members may do, by role; a session has exactly the scopes of its member's role.
 *
 * - owner: everything; there is always one, and only owners make, change and remove owners
 * - manager: everything else, API keys and the other members included
 * - host: works with guests and bookings, sees the rest of what that needs
 * - viewer: sees, changes nothing
 */
export const ROLES = {
  owner: [...ALL_SCOPES, ...ALL_SESSION_SCOPES],
  manager: [...ALL_SCOPES, ...ALL_SESSION_SCOPES],
  host: [...READING, 'guests:write', 'notifications:send', 'bookings:write', 'account:self'],
  viewer: [...READING, 'account:self'],
} as const satisfies Record<string, readonly Scope[]>

export type Role = keyof typeof ROLES

export const roleSchema = z
  .enum(Object.keys(ROLES) as [Role, ...Role[]])
  .meta({ id: 'Role', description: 'Decides the scopes of a member' })
