import { Pool } from 'undici'
import { inParallel } from '../../in-parallel.ts'
import type { Usher } from '../../usher.ts'

/** Requests in flight at a time. */
export const AT_ONCE = 8
const WAITING = 50
/** Shares no factor with the number of guests, so that all of them are read. */
const STRIDE = 37
const FIRST_PHONE = 2_125_550_100

/** A measured operation. */
export interface Operation {
  readonly name: string
  /** How many per round. */
  readonly count: number
  /** Webhooks that the receiver gets per operation. */
  readonly posts: number
  /** Messages that guests are sent per operation. */
  readonly messages: number
  /** @param index unique per run */
  run(index: number): Promise<void>
}

type Send = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>

interface Answer {
  readonly id: string
}

/** Operations of an organisation without a webhook endpoint. */
export async function silentOperations(usher: Usher, cleanup: AsyncDisposableStack): Promise<Operation[]> {
  const [headers = usher.clientHeaders] = await usher.createClients(1)
  const send = sendTo(usher.url, headers, cleanup)
  const { id: added } = await send('POST', '/v1/queues', { name: 'Added to' })
  const { id: read } = await send('POST', '/v1/queues', { name: 'Read' })
  const guests = `/v1/queues/${read}/guests`
  const ids = await inParallel(Array.from({ length: WAITING }), AT_ONCE, async () => {
    const { id } = await send('POST', guests, GUEST)
    return id
  })
  const nothingSent = { posts: 0, messages: 0 }
  return [
    {
      ...{ name: 'add a guest without a phone', count: 200, ...nothingSent },
      run: async () => void (await send('POST', `/v1/queues/${added}/guests`, GUEST)),
    },
    {
      ...{ name: `list 10 of ${WAITING} guests`, count: 600, ...nothingSent },
      run: async () => void (await send('GET', `${guests}?limit=10`)),
    },
    {
      ...{ name: `get one of ${WAITING} guests`, count: 1_200, ...nothingSent },
      run: async (index) => void (await send('GET', `/v1/guests/${ids[(index * STRIDE) % WAITING]}`)),
    },
  ]
}

/** A guest from beginning to end: a message on joining, a webhook, and a message when called. */
export async function wholeGuest(
  usher: Usher,
  receiverUrl: string,
  cleanup: AsyncDisposableStack,
): Promise<Operation> {
  const send = sendTo(usher.url, usher.clientHeaders, cleanup)
  await send('POST', '/v1/webhook-endpoints', { url: receiverUrl, event_types: ['guest.added'] })
  const { id: queueId } = await send('POST', '/v1/queues', { name: 'Front desk' })
  return {
    ...{ name: 'add and notify a guest with a phone: two messages, one webhook', count: 100 },
    ...{ posts: 1, messages: 2 },
    async run(index) {
      const given = { ...GUEST, phone: `+1${FIRST_PHONE + index}` }
      const { id } = await send('POST', `/v1/queues/${queueId}/guests`, given)
      await send('POST', `/v1/guests/${id}/notify`, {})
    },
  }
}

/** The same in one plain process, without messages. */
export function plainOperation(url: string, cleanup: AsyncDisposableStack): Operation {
  const send = sendTo(url, { 'content-type': 'application/json' }, cleanup)
  return {
    ...{ name: 'Express: insertOne and one POST', count: 400, posts: 1, messages: 0 },
    run: async () => void (await send('POST', '/guests', GUEST)),
  }
}

const GUEST = { name: 'Grace Hopper', party_size: 2 }

function sendTo(url: string, headers: Readonly<Record<string, string>>, cleanup: AsyncDisposableStack): Send {
  const pool = new Pool(url, { connections: AT_ONCE })
  cleanup.defer(() => pool.destroy())
  return async (method, path, body) => {
    const given = body ? JSON.stringify(body) : null
    const answer = await pool.request({ method, path, headers, body: given })
    const text = await answer.body.text()
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`)
    return JSON.parse(text)
  }
}
