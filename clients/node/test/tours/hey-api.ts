import { createClient } from './client/index.js'
import { addGuest, createQueue, getGuest, listGuests, updateGuest } from './sdk.gen.js'

/** The tour with the client that @hey-api/openapi-ts generates. */
export async function tour(url: string, key: string, unknownGuest: string) {
  const client = createClient({ baseUrl: url, auth: key })
  const always = { client, throwOnError: true } as const
  const { data: queue } = await createQueue({ ...always, body: { name: 'Door' } })
  const { data: guest } = await addGuest({ ...always, path: { id: queue.id }, body: { name: 'Ada' } })
  const { data: got } = await getGuest({ ...always, path: { id: guest.id } })
  const { data: page } = await listGuests({ ...always, path: { id: queue.id }, query: { limit: 10 } })
  const { data: updated } = await updateGuest({ ...always, path: { id: guest.id }, body: { name: 'Bo' } })
  const { error } = await getGuest({ client, path: { id: unknownGuest } })
  return {
    queue: queue.name,
    added: guest.name,
    got: got?.name,
    listed: page.data.map(({ name }) => name),
    updated: updated.name,
    refused: { status: error?.status, code: error?.code },
  }
}
