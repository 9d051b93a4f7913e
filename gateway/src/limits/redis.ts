import type { Logger } from '@usher/service-kit'
import { Redis } from 'ioredis'

const CONNECT_MS = 1_000
/**
 * Longest wait for an answer, in ms: a slower Redis counts as unavailable, and the connection is dropped. On a
 * machine under three times its capacity, 250 ms gave up on a healthy Redis; 500 ms did not.
 */
const ANSWER_MS = 500
/** In ms. This timer may outlive the connection and keep the process alive. */
const DISCONNECT_MS = 100
const MAX_RETRY_MS = 1_000

/**
 * Connects to Redis, and reconnects whenever the connection is lost. Without a connection commands fail at once: none
 * is queued or resent (a request would be counted twice).
 *
 * @returns when connected, or after a second without success
 */
export async function connectRedis(url: string, log: Logger): Promise<Redis & AsyncDisposable> {
  const redis = new Redis(url, {
    connectTimeout: CONNECT_MS,
    commandTimeout: ANSWER_MS,
    // Drops a connection that has fallen silent, so that only the requests in flight have to wait.
    socketTimeout: ANSWER_MS,
    disconnectTimeout: DISCONNECT_MS,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    enableAutoPipelining: true,
    retryStrategy: (times) => Math.min(times * 50, MAX_RETRY_MS),
  })
  const stopReporting = reportState(redis, log)
  await firstConnection(redis)
  return Object.assign(redis, {
    async [Symbol.asyncDispose]() {
      stopReporting()
      redis.disconnect()
    },
  })
}

const firstConnection = (redis: Redis): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, CONNECT_MS)
    redis.once('ready', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Logs each change of state once, however often connecting fails; returns a function that stops it. */
function reportState(redis: Redis, log: Logger): () => void {
  let isUsed: boolean | undefined
  const onReady = () => {
    if (isUsed !== true) log.info('rate limits are shared in Redis')
    isUsed = true
  }
  const onClose = () => {
    if (isUsed !== false) log.warn('Redis is out of reach; this gateway counts requests by itself')
    isUsed = false
  }
  redis.on('ready', onReady).on('close', onClose)
  // Without a listener ioredis prints errors.
  redis.on('error', (err: Error) => log.debug({ err }, 'Redis failed'))
  return () => redis.off('ready', onReady).off('close', onClose)
}
