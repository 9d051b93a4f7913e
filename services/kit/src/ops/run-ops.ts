import { z } from 'zod'
import { ConfigError, readEnvironment, variables } from '../process/config.ts'
import { connectMongo, isMongoUnavailable } from '../store/connection.ts'
import { backup, restore } from './backup-commands.ts'
import { type Command, CommandError, type OpsDefinition, type Terminal } from './command.ts'
import {
  dropDeadLetters,
  listDeadLetters,
  replayDeadLetters,
  showDeadLetters,
} from './dead-letter-commands.ts'
import { listLeasesCommand, releaseLeaseCommand } from './lease-commands.ts'
import { listMigrations, migrate } from './migration-commands.ts'
import { flushOutbox, showOutbox } from './outbox-commands.ts'
import { readOptions } from './read-options.ts'
import { listSecretKeys, resealSecrets } from './reseal-commands.ts'
import { tableOf } from './table.ts'

/** Commands of every service, by name. */
const COMMON: Readonly<Record<string, Command>> = {
  'list-dead-letters': listDeadLetters,
  'show-dead-letters': showDeadLetters,
  'replay-dead-letters': replayDeadLetters,
  'drop-dead-letters': dropDeadLetters,
  'show-outbox': showOutbox,
  'flush-outbox': flushOutbox,
  'list-leases': listLeasesCommand,
  'release-lease': releaseLeaseCommand,
  'list-secret-keys': listSecretKeys,
  'reseal-secrets': resealSecrets,
  'list-migrations': listMigrations,
  migrate,
  backup,
  restore,
}

/**
 * Runs one operator command beside a service, on its database and broker. The running service publishes the events it
 * causes.
 *
 * @returns exit code: 0 done, 1 refused or failed, 2 wrong usage
 */
export async function runOps(
  definition: OpsDefinition,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  const commands = { ...definition.commands, ...COMMON }
  const [name = '', ...rest] = args
  if (['', 'help', '--help', '-h'].includes(name)) {
    terminal.out(usage(commands))
    return name ? 0 : 2
  }
  const command = commands[name]
  if (!command) {
    terminal.note(`There is no command ${name}.\n\n${usage(commands)}`)
    return 2
  }
  const isJson = rest.includes('--json')
  const isSure = rest.includes('--yes')
  const values = readOptions(
    command,
    rest.filter((word) => word !== '--json' && word !== '--yes'),
  )
  if (typeof values === 'string') {
    terminal.note(`${values}\n\nUsage: ${name} ${command.usage}`)
    return 2
  }
  if (command.destructive && !isSure) {
    terminal.note(`${command.about}. This cannot be undone: add --yes if you are sure.`)
    return 2
  }
  return await runOnDatabase({ definition, command, values, environment, terminal, isJson })
}

function usage(commands: Readonly<Record<string, Command>>): string {
  const lines = Object.entries(commands).map(
    ([name, { usage: options, about, destructive }]) =>
      `  ${name} ${options}${destructive ? ' --yes' : ''}\n      ${about}`,
  )
  return ['Commands:', ...lines, '', 'All take --json: one document a line.'].join('\n')
}

/** Runs the command given in this process's arguments. */
export async function opsMain(definition: OpsDefinition): Promise<void> {
  process.exitCode = await runOps(definition, process.argv.slice(2), process.env, {
    out: (line) => process.stdout.write(`${line}\n`),
    note: (line) => process.stderr.write(`${line}\n`),
  })
}

interface Run {
  readonly definition: OpsDefinition
  readonly command: Command
  readonly values: Record<string, unknown>
  readonly environment: NodeJS.ProcessEnv
  readonly terminal: Terminal
  readonly isJson: boolean
}

const databaseVariables = z.object({ MONGODB_URL: variables.MONGODB_URL })

async function runOnDatabase(run: Run): Promise<number> {
  const { definition, command, values, environment, terminal, isJson } = run
  const rows: Readonly<Record<string, unknown>>[] = []
  const { note } = terminal
  const result = (document: Readonly<Record<string, unknown>>) => {
    if (isJson) terminal.out(JSON.stringify(document))
    else rows.push(document)
  }
  try {
    const connection = await connectMongo(readEnvironment(databaseVariables, environment).MONGODB_URL)
    try {
      await command.run({ definition, connection, environment, result, note }, values)
    } finally {
      await connection.destroy()
      if (rows.length > 0) terminal.out(tableOf(rows))
    }
    return 0
  } catch (error) {
    note(explain(error))
    return 1
  }
}

function explain(error: unknown): string {
  if (error instanceof CommandError || error instanceof ConfigError) return error.message
  if (isMongoUnavailable(error)) return `The database cannot be reached: ${(error as Error).message}`
  return `It failed: ${(error as Error).stack}`
}
