import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { until } from '@usher/test-kit'
import type { Harness } from './harness.ts'

/** A replica of the service that is a process of its own, to be killed. */
export async function startProcess({ config, callers }: Pick<Harness, 'config' | 'callers'>) {
  const port = await freePort()
  const pem = callers.publicKey.export({ type: 'spki', format: 'pem' })
  const env = {
    ...{ PATH: process.env.PATH, LOG_LEVEL: 'silent', HOST: '127.0.0.1', PORT: String(port) },
    ...{ MONGODB_URL: config.mongoUrl, RABBITMQ_URL: config.rabbitUrl, PUBLIC_URL: config.publicUrl },
    CALLER_PUBLIC_KEY: Buffer.from(pem).toString('base64'),
    ...{ SECRET_KEYS: textOf(config.secretKeys), BOOKING_CODE_KEYS: textOf(config.codeKeys) },
  }
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const child = spawn(process.execPath, [main], { env, stdio: 'inherit' })
  const ended = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  const url = `http://127.0.0.1:${port}`
  try {
    await until('the replica to listen', () => fetch(url).then(() => true))
  } catch (error) {
    await kill()
    throw error
  }
  return { url, kill, [Symbol.asyncDispose]: kill }
}

const textOf = (keys: Harness['config']['secretKeys']) =>
  keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join()

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
