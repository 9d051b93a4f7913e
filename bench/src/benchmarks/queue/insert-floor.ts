import mongoose from 'mongoose'
import type { Bench } from '../../bench-context.ts'
import { openDatabase } from '../../database-store.ts'
import type { LoadResult } from '../../load/load.ts'
import { withDatabase } from '../../local.ts'
import type { Subject } from '../../measure/interleave.ts'
import { PEER_DATABASE, startPeer } from '../../peers/start-peers.ts'
import type { Usher } from '../../usher.ts'

/** MongoDB's cost of inserting the documents that the queue service stores for added guests, and nothing else. */
export async function insertFloor(
  bench: Bench,
  usher: Usher,
  cleanup: AsyncDisposableStack,
): Promise<Subject> {
  const env = {
    MONGODB_URL: withDatabase(bench.servers.mongo.url, PEER_DATABASE),
    DOCUMENT: await storedGuest(bench, usher),
  }
  const { url, pids } = await startPeer(bench, { name: 'insert-one', env }, cleanup)
  return {
    name: 'insertOne of the same document',
    pids: () => ({ ...pids(), ...usher.pids('mongod') }),
    async load(seconds) {
      const response = await fetch(`${url}/run?seconds=${seconds}`, { method: 'POST', signal: bench.signal })
      return (await response.json()) as LoadResult
    },
  }
}

/** A guest as the service stores it, in EJSON. */
async function storedGuest({ servers }: Bench, usher: Usher): Promise<string> {
  await using cleanup = new AsyncDisposableStack()
  const { id: queueId } = await usher.call('POST', '/v1/queues', { name: 'Front desk' })
  const given = { name: 'Grace Hopper', phone: '+12125550100', party_size: 2 }
  const { id } = await usher.call('POST', `/v1/queues/${queueId}/guests`, given)
  const database = await openDatabase(servers.mongo.url, 'usher_queue', cleanup)
  const guest = await database.collection<{ _id: string }>('guests').findOne({ _id: id })
  return mongoose.mongo.BSON.EJSON.stringify(guest)
}
