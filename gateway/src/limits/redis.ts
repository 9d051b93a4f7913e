import type { Logger } from '@usher/service-kit'
import { Redis } from 'ioredis'

const CONNECT_MS = 1_000
/**
 * Longest wait for an answer; a Redis that is slower is as good as none, and the connection is given up.
 * With 250 ms a machine under three times the load it could bear gave up on a good Redis, with 500 not.
 */
const ANSWER_MS = 500
/** The timer for this may outlive the connection, and the process does not end before it has. */
const DISCONNECT_MS = 100
const LONGEST_RETRY_MS = 1_000

/**
 * Connects to Redis, and again whenever the connection is lost. Commands fail at once while there is none:
 * nothing waits for Redis to come back, nor is sent again (a request would be counted twice).
 *
 * @returns when it is connected, or after a second without success
 */
export async function connectRedis(url: string, log: Logger): Promise<Redis & AsyncDisposable> {
  const redis = new Redis(url, {
    connectTimeout: CONNECT_MS,
    commandTimeout: ANSWER_MS,
    // Ends a connection that has fallen silent, so that only the requests under way have to wait.
    socketTimeout: ANSWER_MS,
    disconnectTimeout: DISCONNECT_MS,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    enableAutoPipelining: true,
    retryStrategy: (times) => Math.min(times * 50, LONGEST_RETRY_MS),
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

/** Logs each change once, however often connecting fails; gives the way to stop it. */
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
