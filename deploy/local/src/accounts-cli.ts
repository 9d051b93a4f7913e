import { readJson } from './files.ts'
import { nodeArguments } from './processes.ts'
import { SetupError } from './provided.ts'
import { runAttached } from './run-command.ts'
import { runMain } from './run-main.ts'
import { readSettings } from './settings.ts'
import { type StackState, stateFile } from './stack.ts'

/** Runs the command-line tool of accounts on the databases of the stack that runs in this home. */
await runMain(async ({ signal }) => {
  const { home } = readSettings()
  const state = (await readJson(stateFile(home))) as StackState | undefined
  const environment = state?.environments.accounts
  if (environment === undefined) {
    throw new SetupError(`No stack runs on ${home}. Start one with \`npm start\`, or set USHER_HOME.`)
  }
  const script = nodeArguments('services/accounts/src/cli.ts')
  const env = { ...process.env, ...environment }
  return runAttached(process.execPath, [...script, ...process.argv.slice(2)], { env, signal })
})
