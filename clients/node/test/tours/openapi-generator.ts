import { Configuration, GuestsApi, QueuesApi, ResponseError } from './index.js'

/** The tour with the client that openapi-generator makes for fetch, which wants the scheme before an access token. */
export async function tour(url: string, key: string, unknownGuest: string) {
  const configuration = new Configuration({ basePath: url, accessToken: async () => `Bearer ${key}` })
  const queues = new QueuesApi(configuration)
  const guests = new GuestsApi(configuration)
  const queue = await queues.createQueue({ queueCreate: { name: 'Door' } })
  const guest = await guests.addGuest({ id: queue.id, guestCreate: { name: 'Ada' } })
  const got = await guests.getGuest({ id: guest.id })
  const page = await guests.listGuests({ id: queue.id, limit: 10 })
  const updated = await guests.updateGuest({ id: guest.id, guestUpdate: { name: 'Bo' } })
  const problem = await guests.getGuest({ id: unknownGuest }).catch((error) => {
    if (!(error instanceof ResponseError)) throw error
    return error.response.json()
  })
  return {
    queue: queue.name,
    added: guest.name,
    got: got.name,
    listed: page.data.map(({ name }) => name),
    updated: updated.name,
    refused: { status: problem.status, code: problem.code },
  }
}
