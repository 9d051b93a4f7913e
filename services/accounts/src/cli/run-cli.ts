import { parseArgs } from 'node:util'
import { ConfigError, connectMongo, systemClock } from '@usher/service-kit'
import { readDatabaseConfig } from '../config.ts'
import { createContext } from '../context.ts'
import { type Command, CommandError, type Terminal } from './command.ts'
import { commands } from './commands.ts'

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

/** The options by name, or what is wrong with them. */
function readOptions(command: Command, args: string[]): Record<string, unknown> | string {
  try {
    const { values } = parseArgs({ args, options: command.options, strict: true })
    const result = command.schema.safeParse(values)
    if (result.success) return result.data
    return result.error.issues.map((issue) => `--${issue.path.join('.')}: ${issue.message}`).join('\n')
  } catch (error) {
    return (error as Error).message
  }
}

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
    const isForPeople = error instanceof CommandError || error instanceof ConfigError
    terminal.note(isForPeople ? error.message : `It failed: ${(error as Error).stack}`)
    return 1
  }
}
