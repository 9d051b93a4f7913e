import { hashApiKey, signGateway } from '@usher/service-kit'
import { createCallers, createInfrastructure } from '@usher/test-kit'
import mongoose from 'mongoose'
import { runCli } from '../../src/cli/run-cli.ts'
import { type AccountsConfig, startAccounts } from '../../src/service.ts'

const { publicKey, privateKey } = createCallers()

export { privateKey }

/** Runs operator commands on a database; `results` are the documents they print. */
export function operator(mongoUrl: string) {
  const run = async (...args: string[]) => {
    const lines: string[] = []
    const notes: string[] = []
    const terminal = { out: (line: string) => lines.push(line), note: (line: string) => notes.push(line) }
    const code = await runCli(args, { MONGODB_URL: mongoUrl }, terminal)
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

/** The accounts service on a database of its own, with an organisation and a key in it. */
export async function startWithKey() {
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
  }
  const accounts = stack.use(await startAccounts(config))
  const database = await mongoose.createConnection(mongoUrl).asPromise()
  stack.defer(() => database.close())
  const commands = operator(mongoUrl)
  const [organization] = await commands.results('create-organization', '--name', 'Bistro', '--country', 'DE')
  const [key] = await commands.results('create-key', '--organization', organization._id, '--name', 'k')
  return {
    infrastructure,
    accounts,
    database,
    commands,
    organization,
    key,
    /** Asks as the gateway does. */
    async resolve(apiKey: string, token = signGateway(privateKey)) {
      const response = await fetch(`${accounts.url}/internal/credentials/resolve`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ sha256: hashApiKey(apiKey) }),
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
