import type { Connection } from 'mongoose'
import { z } from 'zod'
import type { Migration } from '../migrations/migration.ts'
import { variables } from '../process/config.ts'

/** A command that cannot be done; the message tells the operator why. */
export class CommandError extends Error {
  override name = 'CommandError'
}

export interface Terminal {
  /** Prints a result. */
  out(line: string): void
  /** Prints what is only for people. */
  note(line: string): void
}

/** Where a service stores text encrypted with its secret keys. */
export interface SealedField {
  readonly collection: string
  /** Name of a field, or its path (`name.part`); for `name.*` every value of that object is encrypted. */
  readonly field: string
  /**
   * What a document's texts are bound to (see `seal` of `formats/secrets.ts`), by its identifier and organisation; nothing by default.
   */
  readonly boundTo?: (document: { readonly _id: unknown; readonly organization_id?: unknown }) => string
}

/** Operator commands of a service. */
export interface OpsDefinition {
  /** Name of its folder. */
  readonly service: string
  /** Queues it consumes; each has a dead-letter queue. */
  readonly queues: readonly string[]
  /** Where encrypted secrets are stored, except answers under idempotency keys. */
  readonly sealed: readonly SealedField[]
  /** Oldest first. Removed once no supported version needs them. */
  readonly migrations?: readonly Migration[]
  /** Commands only this service has, by name. */
  readonly commands?: Readonly<Record<string, Command>>
}

export interface OpsContext {
  readonly definition: OpsDefinition
  /** Connection to the service's own database. */
  readonly connection: Connection
  readonly environment: NodeJS.ProcessEnv
  /** Prints a result: a document on a line of its own, or a row of a table. */
  result(document: Readonly<Record<string, unknown>>): void
  /** Prints what is only for people. */
  note(line: string): void
}

export interface Command {
  /** Its options, for people; empty: none. */
  readonly usage: string
  readonly about: string
  /** Cannot be undone, so it requires `--yes`. */
  readonly destructive?: boolean
  /** Its options by name, booleans being those without a value. */
  readonly schema: z.ZodObject
  run(context: OpsContext, values: Record<string, unknown>): Promise<void>
}

const noOptions = z.object({})

/** Declares a command, without options unless it has a schema for them. */
export const defineCommand = <Schema extends z.ZodObject = typeof noOptions>(
  command: Omit<Command, 'usage' | 'schema' | 'run'> & {
    readonly usage?: string
    readonly schema?: Schema
    run(context: OpsContext, values: z.infer<Schema>): Promise<void>
  },
): Command => ({
  usage: '',
  schema: noOptions,
  ...command,
  run: (context, values) => command.run(context, values as z.infer<Schema>),
})

/** What a command needs to reach the broker of its service. */
export const brokerVariables = z.object({ RABBITMQ_URL: variables.RABBITMQ_URL })
