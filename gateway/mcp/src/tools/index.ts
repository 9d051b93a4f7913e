import type { Tool } from '../tool.ts'
import { bookingTools } from './bookings.ts'
import { guestTools } from './guests.ts'
import { queueTools } from './queues.ts'
import { webhookTools } from './webhooks.ts'

/** Every tool, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [...queueTools, ...guestTools, ...bookingTools, ...webhookTools]
