import { type Conversion, InvalidInVersion } from '@usher/contracts'
import { invalidField } from '@usher/service-kit'

interface Given {
  /** Request target: path and query. */
  readonly target: string
  readonly body: Buffer | null
  readonly isJson: boolean
}

/**
 * Turns a request of an older version into one of the newest.
 *
 * @throws ProblemError `validation_failed` for what the version itself does not allow
 */
export function convertRequest(
  conversion: Conversion,
  { target, body, isJson }: Given,
): Pick<Given, 'target' | 'body'> {
  const [path = '', query = ''] = split(target)
  const sent = { query: new URLSearchParams(query), body: isJson && body ? parsed(body) : undefined }
  const converted = orRefused(() => conversion.request(sent))
  return {
    // Only what has changed is rewritten.
    target: converted.query === sent.query ? target : `${path}?${converted.query}`,
    body: converted.body === sent.body ? body : Buffer.from(JSON.stringify(converted.body)),
  }
}

function split(target: string): [path: string, query: string] {
  const at = target.indexOf('?')
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)]
}

/** As services read it: without a byte order mark, and nothing but UTF-8. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** undefined: not JSON in UTF-8, or a number beyond all, which the service refuses. */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body), finite)
  } catch {
    return undefined
  }
}

/** `1e999` is infinite, and would be rewritten as null: a service must see it to refuse it. */
function finite(_: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('not finite')
  return value
}

function orRefused<Result>(convert: () => Result): Result {
  try {
    return convert()
  } catch (error) {
    if (error instanceof InvalidInVersion) throw invalidField(error.pointer, error.message, error.code)
    throw error
  }
}
