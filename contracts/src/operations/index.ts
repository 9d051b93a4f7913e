import type { Operation } from '../operation.ts'
import * as guests from './guests.ts'
import * as queues from './queues.ts'
import * as webhooks from './webhooks.ts'

/** Every public operation, by name. */
export const operations = { ...queues, ...guests, ...webhooks }

export const OPERATIONS: readonly Operation[] = Object.values(operations)
