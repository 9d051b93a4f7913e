import { addGuest, getGuest, listGuests, updateGuest } from './guests/guests.js'
import { createQueue } from './queues/queues.js'

/** Narrows a response to a status; throws on any other. */
function expectStatus<A extends { status: number }, S extends A['status']>(answer: A, status: S) {
  if (answer.status !== status) throw new Error(`answered ${answer.status}`)
  return answer as Extract<A, { status: S }>
}

/** The tour with the client that orval generates, which takes the API's address from the document. */
export async function tour(_url: string, key: string, unknownGuest: string) {
  const options = { headers: { authorization: `Bearer ${key}` } }
  const { data: queue } = expectStatus(await createQueue({ name: 'Door' }, options), 201)
  const { data: guest } = expectStatus(await addGuest(queue.id, { name: 'Ada' }, options), 201)
  const { data: got } = expectStatus(await getGuest(guest.id, options), 200)
  const { data: page } = expectStatus(await listGuests(queue.id, { limit: 10 }, options), 200)
  const { data: updated } = expectStatus(await updateGuest(guest.id, { name: 'Bo' }, options), 200)
  const { data: problem } = expectStatus(await getGuest(unknownGuest, options), 404)
  return {
    queue: queue.name,
    added: guest.name,
    got: got.name,
    listed: page.data.map(({ name }) => name),
    updated: updated.name,
    refused: { status: problem.status, code: problem.code },
  }
}
