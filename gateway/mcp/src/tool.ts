import type { Operation, Scope } from '@usher/contracts'
import type { z } from 'zod'
import type { Ask } from './ask.ts'

/** A tool's effect, as clients see it (MCP, ToolAnnotations). */
interface Hints {
  readonly readOnlyHint: boolean
  /** Whether it takes something away that cannot be restored by undoing. */
  readonly destructiveHint: boolean
  /** Whether repeating it with the same input changes nothing more. */
  readonly idempotentHint: boolean
  /** Whether it reaches people outside, by a message. */
  readonly openWorldHint: boolean
}

const hints = (given: Partial<Hints>): Hints => ({
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
  ...given,
})

export const READS = hints({ readOnlyHint: true, idempotentHint: true })
export const ADDS = hints({ openWorldHint: true })
export const SETS = hints({ idempotentHint: true, openWorldHint: true })
export const ENDS = hints({ destructiveHint: true, idempotentHint: true, openWorldHint: true })

/** A tool as agents see it. Its scopes are those of the operations that it calls. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly title: string
  /** Fixed text: nothing that guests or staff have typed. */
  readonly description: string
  readonly operations: readonly Operation[]
  readonly hints: Hints
  readonly input: Input
  /** Fields beyond these are cut off: links that open a person's page never reach an agent. */
  readonly output: Output
  run(ask: Ask, input: z.infer<Input>): Promise<z.input<Output>>
}

export const defineTool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> => tool

export const scopesOf = ({ operations }: Pick<Tool, 'operations'>): readonly Scope[] => [
  ...new Set(operations.flatMap(({ scope }) => scope ?? [])),
]
