import type { FieldError, Template } from '@usher/contracts'
import { ProblemError } from '@usher/service-kit'
import { liquid } from './liquid.ts'

type Words = Pick<Template, 'subject' | 'text'>

/**
 * Checks that templates can be rendered and only use known variables.
 *
 * @throws ProblemError `validation_failed` with the line and column of every fault
 */
export function requireSound({ subject, text }: Words, variables: readonly string[]): void {
  const errors = [...faultsIn('/subject', subject, variables), ...faultsIn('/text', text, variables)]
  if (errors.length === 0) return
  const detail = errors.map(({ pointer, message }) => `${pointer} ${message}`).join('; ')
  throw new ProblemError('validation_failed', detail, { errors })
}

/** The faults of a template: a syntax error, else every unknown variable, in order. */
export function faultsIn(pointer: string, template: string, variables: readonly string[]): FieldError[] {
  const known = new Set(variables)
  try {
    const { globals } = liquid.analyzeSync(liquid.parse(template), { partials: false })
    return Object.entries(globals)
      .filter(([name]) => !known.has(name))
      .flatMap(([name, places]) => places.map(({ location }) => ({ name, ...location })))
      .sort((a, b) => a.row - b.row || a.col - b.col)
      .map(({ name, row, col }) => ({
        pointer,
        message: `line ${row}, column ${col}: "${name}" is not known; known are ${variables.join(', ')}`,
        code: 'unknown_variable',
      }))
  } catch (error) {
    return [{ pointer, message: unreadable(error), code: 'invalid_template' }]
  }
}

/** liquidjs ends the first line of its message with the position. */
function unreadable(error: unknown): string {
  const [said = ''] = String(error instanceof Error ? error.message : error).split('\n')
  const [, reason = said, line, column] = /^(.*), line:(\d+), col:(\d+)$/u.exec(said) ?? []
  return line ? `line ${line}, column ${column}: ${reason}` : reason
}

/** Whether a sound template uses a variable. */
export const uses = (template: string, variable: string): boolean =>
  Object.hasOwn(liquid.analyzeSync(liquid.parse(template), { partials: false }).globals, variable)
