import { randomBytes } from 'node:crypto'
import { type Clock, hashApiKey, runOps, signCaller } from '@usher/service-kit'
import { createCallers, createInfrastructure } from '@usher/test-kit'
import mongoose from 'mongoose'
import { accountsOps } from '../../src/ops/definition.ts'
import { type AccountsConfig, accountsService } from '../../src/service.ts'

const { publicKey, privateKey } = createCallers()

export { privateKey }

/** Runs operator commands on a database; `results` are the documents they print. */
export function operator(mongoUrl: string, environment: Record<string, string> = {}) {
  const run = async (...args: string[]) => {
    const lines: string[] = []
    const notes: string[] = []
    const terminal = { out: (line: string) => lines.push(line), note: (line: string) => notes.push(line) }
    const environmentOf = { ...environment, MONGODB_URL: mongoUrl }
    const asJson = args.length > 1 ? [...args, '--json'] : args
    const code = await runOps(accountsOps, asJson, environmentOf, terminal)
    return { code, notes: notes.join('\n'), text: lines.join('\n') }
  }
  const results = async (...args: string[]) => {
    const { code, notes, text } = await run(...args)
    if (code !== 0) throw new Error(notes)
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  }
  return { run, results }
}

/** The accounts service on a database of its own. */
export async function startEmpty(clock?: Clock, given: Partial<AccountsConfig> = {}) {
  const stack = new AsyncDisposableStack()
  const infrastructure = stack.use(await createInfrastructure())
  const mongoUrl = infrastructure.mongoUrl('accounts')
  const config: AccountsConfig = {
    logLevel: 'silent',
    host: '127.0.0.1',
    port: 0,
    mongoUrl,
    rabbitUrl: infrastructure.rabbitUrl,
    callerPublicKey: publicKey,
    secretKeys: [{ id: 'test', key: randomBytes(32) }],
    publicUrl: 'http://localhost:8080',
    ...given,
  }
  const accounts = stack.use(await accountsService.start(config, clock))
  const database = await mongoose.createConnection(mongoUrl).asPromise()
  stack.defer(() => database.destroy())
  return {
    infrastructure,
    accounts,
    config,
    database,
    commands: operator(mongoUrl),
    /** Asks who calls, as the gateway does. */
    async lookUp(body: object, token = signCaller(null, privateKey)) {
      const response = await fetch(`${accounts.url}/internal/credentials/resolve`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** The accounts service with an organisation and a key in it. */
export async function startWithKey() {
  const all = await startEmpty()
  const [organization] = await all.commands.results(
    'create-organization',
    '--name',
    'Bistro',
    '--country',
    'DE',
  )
  const [key] = await all.commands.results('create-key', '--organization', organization._id, '--name', 'k')
  return {
    ...all,
    organization,
    key,
    resolve: (apiKey: string, token?: string) => all.lookUp({ sha256: hashApiKey(apiKey) }, token),
  }
}
