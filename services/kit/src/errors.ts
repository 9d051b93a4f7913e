import type { AuditNote, ErrorCode, FieldError } from '@usher/contracts'
import type { z } from 'zod'

interface ProblemOptions {
  /** Invalid fields of the request. */
  readonly errors?: readonly FieldError[]
  /** Seconds to wait before trying again. */
  readonly retryAfterSeconds?: number
  /** Header fields of the answer that say what would have been accepted. */
  readonly headers?: Readonly<Record<string, string>>
  /** Extension members of the problem details (RFC 9457 §3.2). */
  readonly extensions?: Readonly<Record<string, unknown>>
  /** For the log only: the internal reason. */
  readonly reason?: string
  /** For the audit trail only; never sent to the client. */
  readonly audit?: AuditNote
}

/** Any answer other than success, sent as RFC 9457 problem details. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly code: ErrorCode
  readonly options: ProblemOptions

  /** @param detail what happened, for the client's developer; nothing internal or personal */
  constructor(code: ErrorCode, detail: string, options: ProblemOptions = {}) {
    super(detail)
    this.code = code
    this.options = options
  }
}

/** Something that handling a message needs is unavailable: the consumer retries for as long as that lasts. */
export class UnavailableError extends Error {
  override name = 'UnavailableError'
}

/** A message that no retry can help: the consumer dead-letters it at once. */
export class PermanentError extends Error {
  override name = 'PermanentError'
}

export const notFound = (what: string): ProblemError =>
  new ProblemError('not_found', `There is no such ${what}.`)

/** @param allow the methods of the resource, as in the header `Allow` (RFC 9110 §15.5.6) */
export const methodNotAllowed = (allow: string): ProblemError =>
  new ProblemError('method_not_allowed', `The method is not allowed here. Allowed: ${allow}.`, {
    headers: { allow },
  })

/** The `validation_failed` problem of one field. */
export const invalidField = (pointer: string, message: string, code: string): ProblemError =>
  new ProblemError('validation_failed', `${pointer} ${message}`, {
    errors: [{ ...placeOf(pointer), message, code }],
  })

/** The `validation_failed` problem of several fields. */
export function invalidFields(errors: readonly FieldError[]): ProblemError {
  const summary = errors.map(({ pointer, message }) => `${pointer || 'body'} ${message}`).slice(0, 3)
  return new ProblemError('validation_failed', summary.join('; '), { errors })
}

/** Where the fault is: a JSON pointer for the body, the parameter's name for the query. */
const placeOf = (pointer: string): Pick<FieldError, 'pointer' | 'parameter'> =>
  pointer.startsWith('?') ? { pointer, parameter: pointer.slice(1) } : { pointer }

/**
 * Parses one part of a request.
 *
 * @param prefix prefix of the pointers: '' for the body, '?' for the query
 * @throws ProblemError `validation_failed` with a pointer for every fault
 */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  prefix: '' | '?',
): z.infer<Schema> {
  const result = schema.safeParse(value)
  if (result.success) {
    const fault = findFault(value)
    if (!fault) return result.data
    throw invalidField(pointerTo(fault.path, prefix), fault.message, fault.code)
  }
  const errors = result.error.issues.flatMap((issue) => fieldErrors(issue, value, prefix))
  throw invalidFields(errors)
}

interface Fault {
  readonly path: readonly string[]
  readonly message: string
  readonly code: string
}

const UNKNOWN_FIELD = { message: 'is not a known field', code: 'unknown_field' }
const ILL_FORMED = { message: 'must not contain half a surrogate pair', code: 'ill_formed_text' }

/**
 * Faults no schema sees: a key `__proto__`, which zod silently drops from records, and an unpaired surrogate, which
 * would be stored as U+FFFD.
 */
function findFault(value: unknown): Fault | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : { path: [], ...ILL_FORMED }
  if (typeof value !== 'object' || value === null) return undefined
  if (Object.hasOwn(value, '__proto__')) return { path: ['__proto__'], ...UNKNOWN_FIELD }
  for (const [key, inner] of Object.entries(value)) {
    const fault = key.isWellFormed() ? findFault(inner) : { path: [], ...ILL_FORMED }
    if (fault) return { ...fault, path: [key.toWellFormed(), ...fault.path] }
  }
  return undefined
}

/** Longest part of a pointer, in characters, as clients choose the length of keys. */
const MAX_PART = 100

function pointerTo(path: readonly PropertyKey[], prefix: string): string {
  const parts = path.map((part) => String(part).slice(0, MAX_PART))
  return prefix ? `${prefix}${parts.join('.')}` : parts.map((part) => `/${escapePointer(part)}`).join('')
}

function fieldErrors(issue: z.core.$ZodIssue, value: unknown, prefix: string): FieldError[] {
  const at = (path: readonly PropertyKey[]) => placeOf(pointerTo(path, prefix))
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ ...at([...issue.path, key]), ...UNKNOWN_FIELD }))
  }
  // The issue itself says only that a key is invalid; the nested issues say why.
  const message =
    (issue.code === 'invalid_key' && issue.issues[0]?.message) ||
    messageFor(issue, valueAt(value, issue.path), prefix)
  const code = issue.code === 'custom' ? String(issue.params?.code ?? 'invalid') : issue.code
  return [{ ...at(issue.path), message, code }]
}

/** Says in plain words which type was expected. */
function messageFor({ code, message, path }: z.core.$ZodIssue, given: unknown, prefix: string): string {
  if (code === 'custom' || path.length === 0) return message
  if (given === undefined) return 'is required'
  return prefix === '?' && Array.isArray(given) ? 'must be given once' : message
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce(
    (inner: unknown, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  )

/** RFC 6901 §3. */
const escapePointer = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')
