import { newId } from '@usher/service-kit'
import type { Connection } from 'mongoose'
import { rankAfter } from '../../../../services/queue/src/line/rank.ts'
import type { Usher } from '../../usher.ts'

/** A queue with the state of its line. */
export interface KnownQueue {
  readonly id: string
  /** How many wait between two rounds of operations. */
  readonly size: number
  /** Ids of waiting guests, in order. */
  readonly waiting: string[]
}

interface StoredGuest {
  readonly _id: string
  readonly rank: string
  readonly line_version: number
}

interface StoredQueue {
  readonly _id: string
  readonly line_version: number
}

const INSERTED_AT_ONCE = 5_000

/**
 * Creates a queue in which this many wait. The first guest is added through the API; the others are copies of its
 * stored documents with their own ids, ranks, names and phones, and the queue is updated as if all had come in one
 * commit: a hundred thousand requests would take minutes and measure nothing.
 */
export async function fillQueue(usher: Usher, database: Connection, size: number): Promise<KnownQueue> {
  const { id } = await usher.call('POST', '/v1/queues', { name: `Queue of ${size}` })
  const first = await usher.call('POST', `/v1/queues/${id}/guests`, guestDetails(0))
  const guests = database.collection<StoredGuest>('guests')
  const template = await guests.findOne({ _id: first.id })
  if (!template) throw new Error('the first guest is not stored')
  const copies = copiesOf(template, size - 1)
  for (let i = 0; i < copies.length; i += INSERTED_AT_ONCE) {
    await guests.insertMany(copies.slice(i, i + INSERTED_AT_ONCE))
  }
  const now = { tail_rank: copies.at(-1)?.rank ?? template.rank, waiting_count: size }
  const line_version = template.line_version + 1
  await database.collection<StoredQueue>('queues').updateOne({ _id: id }, { $set: { ...now, line_version } })
  return { id, size, waiting: [first.id, ...copies.map(({ _id }) => _id)] }
}

function copiesOf(template: StoredGuest, count: number): StoredGuest[] {
  const line_version = template.line_version + 1
  let { rank } = template
  return Array.from({ length: count }, (_, i) => {
    rank = rankAfter(rank)
    return { ...template, ...guestDetails(i + 1), _id: newId('guest'), rank, line_version }
  })
}

/** Details of a guest; no two have the same phone. */
export const guestDetails = (i: number) => ({
  name: `Guest ${i}`,
  phone: `+12122${String(i).padStart(6, '0')}`,
  party_size: (i % 8) + 1,
})
