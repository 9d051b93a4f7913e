import type { FieldError, Template } from '@usher/contracts'
import { ProblemError } from '@usher/service-kit'
import { liquid } from './liquid.ts'

type Words = Pick<Template, 'subject' | 'text'>

/**
 * Checks that templates can be filled in, and name only what they may tell.
 *
 * @throws ProblemError `validation_failed` with the line and column of every fault
 */
export function requireSound({ subject, text }: Words, variables: readonly string[]): void {
  const errors = [...faultsIn('/subject', subject, variables), ...faultsIn('/text', text, variables)]
  if (errors.length === 0) return
  const detail = errors.map(({ pointer, message }) => `${pointer} ${message}`).join('; ')
  throw new ProblemError('validation_failed', detail, { errors })
}

/** What is wrong with a template: what cannot be read, else every variable that is not known, in their order. */
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

/** liquidjs ends the first line of what it says with the place. */
function unreadable(error: unknown): string {
  const [said = ''] = String(error instanceof Error ? error.message : error).split('\n')
  const [, reason = said, line, column] = /^(.*), line:(\d+), col:(\d+)$/u.exec(said) ?? []
  return line ? `line ${line}, column ${column}: ${reason}` : reason
}
