import { setTimeout as delay } from 'node:timers/promises'
import { type Received, startReceiver } from '../receiver.ts'
import type { Client } from './client.ts'
import { addGuest, createQueues, type HotPath } from './paths.ts'

const LAST_ARRIVAL_MS = 30_000
const PROBE_MS = 250
const MAX_PROBES = 40

const FIRST_PHONE = 6_550_100

/** From the request to the delivery, with one endpoint that exists only during this path's rounds. */
export const webhook: HotPath = {
  name: 'webhook',
  title: 'add a guest and receive the webhook of it, one endpoint',
  operations: 120,
  async prepare(client, cleanup) {
    const subscribe = await createSubscriber(client, cleanup)
    return async (blockCleanup) => {
      const { queueId, arrivals } = await subscribe(blockCleanup)
      return async () => arrivals.of(await addGuest(client, queueId))
    }
  },
}

/** All that a venue's guest usually causes: a message on joining, one when called, and a webhook. */
export const wholeGuest: HotPath = {
  name: 'whole-guest',
  title: 'add a guest with a phone, receive the webhook of it, call the guest: two messages',
  operations: 80,
  async prepare(client, cleanup) {
    const subscribe = await createSubscriber(client, cleanup)
    let phone = FIRST_PHONE
    return async (blockCleanup) => {
      const { queueId, arrivals } = await subscribe(blockCleanup)
      return async () => {
        phone += 1
        const id = await addGuest(client, queueId, { phone: `+1212${phone}` })
        await client.send('POST', `/v1/guests/${id}/notify`, {})
        await arrivals.of(id)
      }
    }
  },
}

/** Returns a function that creates a queue, and an endpoint for its guests that exists only during a block. */
async function createSubscriber(client: Client, cleanup: AsyncDisposableStack) {
  const arrivals = new Arrivals()
  const receiver = cleanup.use(await startReceiver((received) => arrivals.note(received)))
  return async (blockCleanup: AsyncDisposableStack) => {
    const [queueId = ''] = await createQueues(client, 1)
    const subscription = { url: receiver.url, event_types: ['guest.added'] }
    const { id } = await client.send<{ id: string }>('POST', '/v1/webhook-endpoints', subscription)
    blockCleanup.defer(() => client.send('DELETE', `/v1/webhook-endpoints/${id}`))
    await untilServed(client, queueId, arrivals)
    return { queueId, arrivals }
  }
}

/** A service may take a moment to learn of a new endpoint. */
async function untilServed(client: Client, queueId: string, arrivals: Arrivals): Promise<void> {
  for (let probes = 0; probes < MAX_PROBES; probes += 1) {
    const arrival = arrivals.of(await addGuest(client, queueId))
    if (await Promise.race([arrival.then(() => true), delay(PROBE_MS, false)])) return
    arrival.catch(() => {})
  }
  throw new Error('no webhook came')
}

/** Guests whose webhook has arrived, and those still awaited. */
class Arrivals {
  readonly #come = new Set<string>()
  readonly #waiting = new Map<string, () => void>()

  note({ body }: Received): void {
    const { id } = (JSON.parse(body.toString()) as { data: { id: string } }).data
    const resolve = this.#waiting.get(id)
    if (resolve) resolve()
    else this.#come.add(id)
    this.#waiting.delete(id)
  }

  /** Resolves when a guest's webhook has arrived. */
  of(guestId: string): Promise<void> {
    if (this.#come.delete(guestId)) return Promise.resolve()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => reject(new Error(`no webhook of ${guestId} came`)), LAST_ARRIVAL_MS)
    this.#waiting.set(guestId, () => {
      clearTimeout(timer)
      resolve()
    })
    return promise
  }
}
