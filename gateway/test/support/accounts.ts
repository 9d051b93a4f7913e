import { type KeyObject, randomBytes } from 'node:crypto'
import { runOps } from '@usher/service-kit'
import type { Infrastructure } from '@usher/test-kit'
import { accountsOps } from '../../../services/accounts/src/ops/definition.ts'
import { accountsService } from '../../../services/accounts/src/service.ts'

/** The real accounts service, and its operator's commands. */
export async function startAccountsService(infrastructure: Infrastructure, callerPublicKey: KeyObject) {
  const secretKey = { id: 'test', key: randomBytes(32) }
  const mongoUrl = infrastructure.mongoUrl('accounts')
  const service = await accountsService.start({
    logLevel: 'silent',
    host: '127.0.0.1',
    port: 0,
    mongoUrl,
    rabbitUrl: infrastructure.rabbitUrl,
    callerPublicKey,
    secretKeys: [secretKey],
    publicUrl: 'http://usher.test',
  })
  return {
    url: service.url,
    mongoUrl,
    secretKey,
    /** Runs an operator's command; gives what it prints. */
    async operate(...args: string[]) {
      let printed = ''
      const out = (text: string) => {
        printed += text
      }
      const environment = {
        MONGODB_URL: mongoUrl,
        SECRET_KEYS: `${secretKey.id}:${secretKey.key.toString('base64')}`,
      }
      const code = await runOps(accountsOps, [...args, '--json'], environment, { out, note: () => {} })
      if (code !== 0) throw new Error(`${args[0]} ended with ${code}`)
      return JSON.parse(printed)
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}
