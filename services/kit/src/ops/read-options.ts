import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { z } from 'zod'

/** A command-line token, as split by `parseArgs`. */
type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number]

/** The options of a command by name, or what is wrong with them, for people. */
export function readOptions(schema: z.ZodObject, args: string[]): Record<string, unknown> | string {
  const options = optionsOf(schema)
  const { values, tokens } = parseArgs({ args, options, strict: false, tokens: true })
  // One typo garbles everything after it, so only the first fault is reported.
  const [mistyped] = tokens.flatMap((token) => typingFault(token, options) ?? [])
  if (mistyped !== undefined) return mistyped
  const result = schema.safeParse(values, { error: describe })
  return result.success ? result.data : result.error.issues.map(line).join('\n')
}

const optionsOf = ({ shape }: z.ZodObject): ParseArgsOptionsConfig =>
  Object.fromEntries(
    Object.entries(shape).map(([name, type]) => [name, { type: isFlag(type) ? 'boolean' : 'string' }]),
  )

/** Whether an option takes no value. */
const isFlag = (type: z.core.$ZodType): boolean =>
  type instanceof z.ZodDefault ? isFlag(type.unwrap()) : type instanceof z.ZodBoolean

function typingFault(token: Token, options: ParseArgsOptionsConfig): string | undefined {
  if (token.kind === 'option-terminator') return undefined
  if (token.kind === 'positional') {
    return `"${token.value}" belongs to no option. Put a value that has spaces in quotes.`
  }
  const option = options[token.name]
  if (!option) return `There is no option ${token.rawName}.`
  if (option.type === 'boolean')
    return token.value === undefined ? undefined : `${token.rawName} takes no value.`
  if (token.value === undefined) return `${token.rawName} needs a value.`
  if (token.inlineValue || !token.value.startsWith('-')) return undefined
  return `${token.rawName} needs a value. One that begins with a dash follows an equals sign: ${token.rawName}=-…`
}

/** Describes a schema's fault in plain words; a schema's own message is kept. */
const describe: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is required'
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'too_small' && issue.minimum === 1) return 'must not be empty'
  if (issue.code === 'too_big') return `must have at most ${issue.maximum} characters`
  return undefined
}

/** A fault of several options together names them itself. */
const line = ({ path: [option], message }: z.core.$ZodIssue): string =>
  option === undefined ? message : `--${String(option)} ${message}`
