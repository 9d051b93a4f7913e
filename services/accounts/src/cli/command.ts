import type { ParseArgsOptionsConfig } from 'node:util'
import type { z } from 'zod'
import type { AccountsContext } from '../context.ts'

/** A command that cannot be done; the message tells the operator why. */
export class CommandError extends Error {
  override name = 'CommandError'
}

export interface Terminal {
  /** Prints a result: JSON, one document a line. */
  out(line: string): void
  /** Prints what is for people only. */
  note(line: string): void
}

export interface Command {
  readonly usage: string
  readonly options: ParseArgsOptionsConfig
  readonly schema: z.ZodType<Record<string, unknown>>
  run(
    context: AccountsContext,
    values: Record<string, unknown>,
    terminal: Terminal,
    environment: NodeJS.ProcessEnv,
  ): Promise<void>
}

export const defineCommand = <Schema extends z.ZodType<Record<string, unknown>>>(command: {
  readonly usage: string
  readonly options: ParseArgsOptionsConfig
  readonly schema: Schema
  run(
    context: AccountsContext,
    values: z.infer<Schema>,
    terminal: Terminal,
    environment: NodeJS.ProcessEnv,
  ): Promise<void>
}): Command => ({
  ...command,
  run: (context, values, ...rest) => command.run(context, values as z.infer<Schema>, ...rest),
})
