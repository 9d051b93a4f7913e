import { z } from 'zod'
import { type Broker, connectBroker } from '../broker/broker.ts'
import { createPublisher } from '../broker/publisher.ts'
import { publishOutbox } from '../events/forwarder.ts'
import { countInOutbox, oldestInOutbox, operationTimeOf, outboxOf } from '../events/outbox-store.ts'
import { MigrationStore } from '../migrations/migration-store.ts'
import { runMigration } from '../migrations/run-migration.ts'
import { createLogger } from '../observability/logger.ts'
import { secondsSince } from '../observability/read-gauge.ts'
import { ConfigError, readEnvironment, variables } from '../process/config.ts'
import { connectMongo, isMongoUnavailable } from '../store/connection.ts'
import { listLeases, revokeLease } from '../store/lease.ts'
import { backup, restore } from './backup.ts'
import {
  brokerVariables,
  type Command,
  CommandError,
  defineCommand,
  type OpsDefinition,
  type Terminal,
} from './command.ts'
import {
  dropDeadLetters,
  listDeadLetters,
  replayDeadLetters,
  showDeadLetters,
} from './dead-letter-commands.ts'
import { readOptions } from './read-options.ts'
import { listSecretKeys, resealSecrets } from './reseal.ts'

const showOutbox = defineCommand({
  about: 'Shows how many transactions have events that the broker has not confirmed, and since when',
  async run({ definition, connection, result }) {
    const outbox = outboxOf(connection)
    const oldest = await oldestInOutbox(outbox)
    result({
      service: definition.service,
      pending: await countInOutbox(outbox),
      oldest_at: oldest?.at.toISOString() ?? null,
      oldest_seconds: Math.round(secondsSince(oldest?.at ?? null, new Date())),
      oldest_event: oldest?.events[0]?.type ?? null,
    })
  },
})

const flushOutbox = defineCommand({
  about:
    'Publishes from here what is in the outbox; what the service publishes too comes twice, which consumers expect',
  async run({ definition, connection, environment, result }) {
    await using broker = await openBroker(environment)
    const publisher = await createPublisher(broker)
    if (!publisher.isReady()) throw new CommandError('The broker cannot be reached.')
    const published = await publishOutbox(outboxOf(connection), publisher, {
      // Leave newer events to the service: on a busy one this would never end.
      before: await operationTimeOf(connection),
    })
    result({ service: definition.service, published })
  },
})

/** Connects a command to the broker of its service. @throws ConfigError */
async function openBroker(environment: NodeJS.ProcessEnv): Promise<Broker> {
  const { RABBITMQ_URL } = readEnvironment(brokerVariables, environment)
  return await connectBroker(RABBITMQ_URL, createLogger('ops', 'silent'))
}

const listMigrations = defineCommand({
  about: 'Lists the migrations of this version, and how far they have come',
  async run({ definition, connection, result }) {
    const known = await new MigrationStore(connection).all()
    for (const { id, about } of definition.migrations ?? []) {
      const record = known.get(id)
      const state = record?.completed_at ? 'complete' : record ? 'begun' : 'pending'
      result({ service: definition.service, id, state, parts: record?.parts ?? 0, about })
    }
  },
})

const migrate = defineCommand({
  about:
    'Runs the migrations that are not complete; may be interrupted and run again, while the services run',
  async run({ definition, connection, result }) {
    for (const migration of definition.migrations ?? []) {
      const parts = await runMigration(connection, migration)
      result({ service: definition.service, id: migration.id, parts_done: parts })
    }
  },
})

const listLeasesCommand = defineCommand({
  about: 'Lists the duties that one replica at a time has, with their owners',
  async run({ definition, connection, result }) {
    for (const { _id, owner, expires_at } of await listLeases(connection)) {
      const is_held = expires_at > new Date()
      result({ service: definition.service, name: _id, owner, is_held, expires_at: expires_at.toISOString() })
    }
  },
})

const releaseLeaseCommand = defineCommand({
  usage: '--name NAME',
  about: 'Takes a lease from its owner, for another to have it; end an owner that hangs before',
  destructive: true,
  schema: z.object({ name: z.string().min(1) }),
  async run({ definition, connection, result }, { name }) {
    const released = await revokeLease(connection, name)
    if (!released) throw new CommandError(`There is no lease ${name}.`)
    result({ service: definition.service, name, released_from: released.owner })
  },
})

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
    command.schema,
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

type Row = Readonly<Record<string, unknown>>

/** Rows as a table for people, with a column for each field that any of them has. */
function tableOf(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = [names, ...rows.map((row) => names.map((name) => cell(row[name])))]
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
