import { ConfigError, connectMongo, isMongoUnavailable, systemClock } from '@usher/service-kit'
import { readDatabaseConfig } from '../config.ts'
import { createContext } from '../context.ts'
import { type Command, CommandError, type Terminal } from './command.ts'
import { commands } from './commands.ts'
import { readOptions } from './read-options.ts'

/**
 * Runs one operator command on the accounts database. A running service publishes the events it causes.
 *
 * @returns exit code: 0 done, 1 refused or failed, 2 called wrongly
 */
export async function runCli(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  const [name = '', ...rest] = args
  if (['', 'help', '--help', '-h'].includes(name)) {
    terminal.out(usage())
    return name ? 0 : 2
  }
  const command = commands[name]
  if (!command) {
    terminal.note(`There is no command ${name}.\n\n${usage()}`)
    return 2
  }
  const values = readOptions(command, rest)
  if (typeof values === 'string') {
    terminal.note(`${values}\n\nUsage: ${name} ${command.usage}`)
    return 2
  }
  return await runOnDatabase(command, values, environment, terminal)
}

const usage = () =>
  ['Commands:', ...Object.entries(commands).map(([name, command]) => `  ${name} ${command.usage}`)].join('\n')

async function runOnDatabase(
  command: Command,
  values: Record<string, unknown>,
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  try {
    const connection = await connectMongo(readDatabaseConfig(environment).mongoUrl)
    try {
      await command.run(await createContext(connection, systemClock), values, terminal, environment)
    } finally {
      await connection.close()
    }
    return 0
  } catch (error) {
    terminal.note(explain(error))
    return 1
  }
}

function explain(error: unknown): string {
  if (error instanceof CommandError || error instanceof ConfigError) return error.message
  if (isMongoUnavailable(error)) return `The database cannot be reached: ${(error as Error).message}`
  return `It failed: ${(error as Error).stack}`
}
