import { addToManyQueues, addToOneQueue, addWithPhone } from './adding.ts'
import { availability } from './availability.ts'
import type { HotPath } from './hot-path.ts'
import { gatewayAlone, getGuest, listGuests } from './reading.ts'
import { webhook, wholeGuest } from './webhook.ts'

/** The path without operations: a second of the whole stack when idle. */
export const IDLE = 'idle'

/** In the order in which they run in every round. */
export const HOT_PATHS: readonly HotPath[] = [
  addToOneQueue,
  addToManyQueues,
  addWithPhone,
  getGuest,
  listGuests,
  gatewayAlone,
  availability,
  webhook,
  wholeGuest,
]
