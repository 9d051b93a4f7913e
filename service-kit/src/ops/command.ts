import type { ParseArgsOptionsConfig } from 'node:util'
import type { Connection } from 'mongoose'
import type { z } from 'zod'
import type { Migration } from '../migrations/migration.ts'
import type { SealedField } from './reseal.ts'

/** A command that cannot be done; the message tells the operator why. */
export class CommandError extends Error {
  override name = 'CommandError'
}

export interface Terminal {
  /** Prints a result. */
  out(line: string): void
  /** Prints what is for people only. */
  note(line: string): void
}

/** What operators can do with a service. */
export interface OpsDefinition {
  /** Name of its folder. */
  readonly service: string
  /** The queues that it consumes; each has its dead letters. */
  readonly queues: readonly string[]
  /** Where secrets are kept that its keys seal, answers under idempotency keys not among them. */
  readonly sealed: readonly SealedField[]
  /** Oldest first. Those that no supported version needs any more are taken out. */
  readonly migrations?: readonly Migration[]
  /** Commands that no other service has, by name. */
  readonly commands?: Readonly<Record<string, Command>>
}

/** What a command works with. */
export interface OpsContext {
  readonly definition: OpsDefinition
  /** To the service's own database. */
  readonly connection: Connection
  readonly environment: NodeJS.ProcessEnv
  /** Gives a result: a document of its own line, or a row of a table. */
  result(document: Readonly<Record<string, unknown>>): void
  /** Says what is for people only. */
  note(line: string): void
}

export interface Command {
  readonly usage: string
  readonly about: string
  /** What it does cannot be undone, so it wants `--yes`. */
  readonly destructive?: boolean
  readonly options: ParseArgsOptionsConfig
  readonly schema: z.ZodType<Record<string, unknown>>
  run(context: OpsContext, values: Record<string, unknown>): Promise<void>
}

/** Declares a command whose options are parsed by its schema. */
export const defineCommand = <Schema extends z.ZodType<Record<string, unknown>>>(
  command: Omit<Command, 'schema' | 'run'> & {
    readonly schema: Schema
    run(context: OpsContext, values: z.infer<Schema>): Promise<void>
  },
): Command => ({
  ...command,
  run: (context, values) => command.run(context, values as z.infer<Schema>),
})
