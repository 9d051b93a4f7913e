import type { Operation } from '../operation.ts'
import * as account from './account.ts'
import * as apiKeys from './api-keys.ts'
import * as guests from './guests.ts'
import * as members from './members.ts'
import * as organization from './organization.ts'
import * as privacy from './privacy.ts'
import * as queues from './queues.ts'
import * as webhooks from './webhooks.ts'

/** Every public operation, by name. */
export const operations = {
  ...queues,
  ...guests,
  ...webhooks,
  ...account,
  ...apiKeys,
  ...members,
  ...organization,
  ...privacy,
}

export const OPERATIONS: readonly Operation[] = Object.values(operations)
