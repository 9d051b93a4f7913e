import type { IncomingMessage } from 'node:http'
import { createHistogram } from 'node:perf_hooks'
import { newId } from '@usher/service-kit'
import mongoose from 'mongoose'
import { CONNECTIONS, type LoadResult } from '../load/load.ts'
import { serve } from './serve.ts'

/**
 * The floor under adding guests: one process that only runs `insertOne` of a document (EJSON in DOCUMENT) under new
 * ids, with as many inserts in flight as a load generator has requests, each acknowledged by a majority as in the
 * services. HTTP only triggers it: `POST /run?seconds=4`.
 */
const connection = await mongoose
  .createConnection(process.env.MONGODB_URL as string, {
    writeConcern: { w: 'majority' },
    maxPoolSize: CONNECTIONS,
  })
  .asPromise()
const documents = connection.collection<{ _id: string }>('floor')
const document = mongoose.mongo.BSON.EJSON.parse(process.env.DOCUMENT as string)

async function insert(seconds: number): Promise<LoadResult> {
  const latencies = createHistogram()
  const startedAtMs = performance.now()
  const untilMs = startedAtMs + seconds * 1000
  let successes = 0
  const insertOneByOne = async () => {
    for (let atMs = performance.now(); atMs < untilMs; ) {
      await documents.insertOne({ ...document, _id: newId('guest') })
      const now = performance.now()
      latencies.record(Math.max(1, Math.round((now - atMs) * 1000)))
      successes += 1
      atMs = now
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, insertOneByOne))
  return {
    successes,
    perSecond: (successes / (performance.now() - startedAtMs)) * 1000,
    failures: 0,
    p50Ms: latencies.percentile(50) / 1000,
    p99Ms: latencies.percentile(99) / 1000,
    maxMs: latencies.max / 1000,
  }
}

const secondsOf = ({ url }: IncomingMessage) =>
  Number(new URL(url ?? '', 'http://localhost').searchParams.get('seconds'))

serve(async (req, res) => {
  res.end(req.method === 'POST' ? JSON.stringify(await insert(secondsOf(req))) : '')
})
