import { execFile, spawn } from 'node:child_process'
import { type KeyObject, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Infrastructure, until } from '@usher/test-kit'
import { startService } from './fake-service.ts'

const program = (name: string) =>
  fileURLToPath(new URL(`../../../services/accounts/src/${name}.ts`, import.meta.url))

/** The real accounts service as a process of its own, and its operator's commands. */
export async function startAccountsProcess(infrastructure: Infrastructure, publicKey: KeyObject) {
  const port = await freePort()
  const secretKey = { id: 'test', key: randomBytes(32) }
  const mongoUrl = infrastructure.mongoUrl('accounts')
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const env = {
    LOG_LEVEL: 'silent',
    HOST: '127.0.0.1',
    PORT: String(port),
    MONGODB_URL: mongoUrl,
    RABBITMQ_URL: infrastructure.rabbitUrl,
    CALLER_PUBLIC_KEY: Buffer.from(pem).toString('base64'),
    SECRET_KEYS: `${secretKey.id}:${secretKey.key.toString('base64')}`,
    PUBLIC_URL: 'http://usher.test',
  }
  const child = spawn(process.execPath, [program('main')], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  await until('accounts to be ready', async () => (await fetch(`${url}/readyz`)).ok)
  return {
    url,
    mongoUrl,
    secretKey,
    /** Runs an operator's command; gives what it prints. */
    async operate(...args: string[]) {
      const { stdout } = await promisify(execFile)(process.execPath, [program('ops'), ...args, '--json'], {
        env,
      })
      return JSON.parse(stdout)
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A port that nobody uses at the moment. */
async function freePort(): Promise<number> {
  await using service = await startService()
  return service.port
}
