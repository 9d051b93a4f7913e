import { inParallel } from '../../in-parallel.ts'
import type { Usher } from '../../usher.ts'
import type { MixedRequest } from './phases.ts'

/** Enough to stay below the limits of a credential or an organisation: each may send 60,000 requests a minute. */
const ORGANIZATIONS = 20
const QUEUES = 40
const GUESTS_EACH = 20
const AT_ONCE = 16

/** Requests of many organisations: a fifth add a guest, two fifths list a queue, two fifths read a guest. */
export async function createMix(usher: Usher): Promise<readonly MixedRequest[]> {
  const clients = await usher.createClients(ORGANIZATIONS)
  const numbers = Array.from({ length: QUEUES }, (_, i) => i)
  const each = await inParallel(numbers, AT_ONCE, async (i) => {
    const headers = clients[i % ORGANIZATIONS] ?? usher.clientHeaders
    const { id } = await usher.call('POST', '/v1/queues', { name: `Queue ${i}` }, headers)
    return { headers, path: `/v1/queues/${id}/guests` }
  })
  const lists = each.flatMap((queue) => Array.from({ length: GUESTS_EACH }, () => queue))
  return (
    await inParallel(lists, AT_ONCE, async ({ headers, path }, i): Promise<MixedRequest[]> => {
      const body = JSON.stringify({ name: `Guest ${i}`, party_size: (i % 8) + 1 })
      const { id } = await usher.call('POST', path, JSON.parse(body), headers)
      const add = { method: 'POST', path, headers, body } as const
      const list = { method: 'GET', path: `${path}?limit=10`, headers } as const
      const read = { method: 'GET', path: `/v1/guests/${id}`, headers } as const
      return [add, list, read, list, read]
    })
  ).flat()
}

/** Number of guests added before the mix is sent. */
export const GUESTS_BEFORE = QUEUES * GUESTS_EACH
