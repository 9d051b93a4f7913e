import type { HotPath } from './hot-path.ts'
import { addGuest, createQueues } from './queues.ts'

const OPERATIONS = 160
const MANY = 100
const FIRST_PHONE = 5_550_100

/** Each block of rounds uses a new queue, so that the first meets the same line as the last. */
export const addToOneQueue: HotPath = {
  name: 'add-one-queue',
  title: 'add a guest without a phone, all on one queue',
  operations: OPERATIONS,
  prepare: async (client) => async () => {
    const [queueId = ''] = await createQueues(client, 1)
    return () => addGuest(client, queueId)
  },
}

/** The same, on as many queues as a large venue has. */
export const addToManyQueues: HotPath = {
  name: 'add-100-queues',
  title: `add a guest without a phone, on ${MANY} queues in turn`,
  operations: OPERATIONS,
  async prepare(client) {
    const queueIds = await createQueues(client, MANY)
    return async () => (index) => addGuest(client, queueIds[index % MANY] ?? '')
  },
}

/** With a phone, which is checked for duplicates in the line and may receive messages. */
export const addWithPhone: HotPath = {
  name: 'add-with-phone',
  title: 'add a guest with a phone that nobody else has, all on one queue',
  operations: OPERATIONS,
  prepare: async (client) => {
    let phone = FIRST_PHONE
    return async () => {
      const [queueId = ''] = await createQueues(client, 1)
      return () => {
        phone += 1
        return addGuest(client, queueId, { phone: `+1212${phone}` })
      }
    }
  },
}
