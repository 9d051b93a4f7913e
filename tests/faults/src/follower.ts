import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as delay } from 'node:timers/promises'
import type { Finding } from './check.ts'
import type { Caller } from './load.ts'

/** A staff client that follows a queue live, and reconnects whenever the stream ends. */
export interface Follower {
  /** Stops following; returns the problems of all its streams. */
  stop(): Promise<Finding>
}

/**
 * Follows the events of a queue like a browser (WHATWG HTML §9.2), with `Last-Event-ID` and the requested reconnection
 * delay.
 */
export function follow({ url, token }: Pick<Caller, 'url' | 'token'>, queueId: string): Follower {
  const stopping = new AbortController()
  const { signal } = stopping
  const wrong: string[] = []
  let streams = 0
  let lastEventId: string | undefined
  const followOnce = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${token}`, ...(lastEventId && { 'last-event-id': lastEventId }) }
    const answer = await fetch(`${url}/v1/queues/${queueId}/events`, { headers, signal })
    streams += 1
    if (answer.status !== 200) throw new Error(`answered ${answer.status}`)
    let retryMs: string | undefined
    for await (const line of createInterface({ input: Readable.fromWeb(answer.body as ReadableStream) })) {
      retryMs = /^retry: (\d+)$/.exec(line)?.[1] ?? retryMs
      lastEventId = /^id: (.+)$/.exec(line)?.[1] ?? lastEventId
    }
    if (retryMs === undefined) throw new Error('ended without a hint when to come back')
    return Number(retryMs)
  }
  const following = (async () => {
    while (!signal.aborted) {
      const pauseMs = await followOnce().catch((error: Error & { cause?: Error }) => {
        if (!signal.aborted) wrong.push(error.cause?.message ?? error.message)
        return 1_000
      })
      await delay(pauseMs, undefined, { signal }).catch(() => {})
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await following
      return { claim: 'no live stream was refused or broken off', checked: streams, wrong }
    },
  }
}
