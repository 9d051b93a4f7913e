import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { SetupError } from './provided.ts'

export interface ReadyOptions {
  /** AMQP port on loopback. */
  readonly port: number
  /** Address of the management API, with credentials. */
  readonly managementUrl: string
  /** Whether the server is gone, so that waiting is pointless. */
  readonly hasEnded: () => boolean
  /** Longest wait in milliseconds. */
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Resolves once RabbitMQ greets AMQP clients and its management API reports no alarm. */
export async function untilRabbitReady(options: ReadyOptions): Promise<void> {
  const { port, managementUrl, timeoutMs = 60_000 } = options
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    options.signal?.throwIfAborted()
    if (options.hasEnded()) throw new Error('it ended at once')
    if ((await greetsAmqp(port)) && (await hasNoAlarm(managementUrl))) return
    await delay(100)
  }
  throw new Error(`it is not ready after ${timeoutMs / 1000} s`)
}

/**
 * Checks an external server.
 *
 * @throws SetupError when nothing listens at its address.
 */
export async function ensureRabbitListens(url: string): Promise<void> {
  const { hostname, port, protocol } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) || (protocol === 'amqps:' ? 5671 : 5672) })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(5_000) })
  } catch (error) {
    throw new SetupError(`The RabbitMQ at RABBITMQ_URL does not answer: ${(error as Error).message}`)
  } finally {
    socket.destroy()
  }
}

/** Whether a server on this port answers the protocol header with the first frame of AMQP 0-9-1. */
function greetsAmqp(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    const finish = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(2_000, () => finish(false))
    socket.once('connect', () => socket.write(Buffer.from([...Buffer.from('AMQP'), 0, 0, 9, 1])))
    socket.once('data', (data) => finish(data[0] === 1))
    socket.once('error', () => finish(false))
    socket.once('close', () => finish(false))
  })
}

async function hasNoAlarm(managementUrl: string): Promise<boolean> {
  const { username, password, origin } = new URL(managementUrl)
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  try {
    const answer = await fetch(`${origin}/api/health/checks/local-alarms`, { headers: { authorization } })
    return answer.ok
  } catch {
    return false
  }
}
