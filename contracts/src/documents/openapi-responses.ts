import type { ErrorCode } from '../problem.ts'
import { inPascalCase } from './names.ts'
import { FAILURE_PAGE } from './openapi-answers.ts'
import type { Json } from './schemas.ts'

/** Common responses of a status, with their names. */
const COMMON: readonly { readonly name: string; readonly codes: readonly ErrorCode[] }[] = [
  { name: 'BadRequest', codes: ['malformed_request', 'validation_failed', 'unknown_version'] },
  { name: 'NotAllowed', codes: ['insufficient_scope', 'forbidden'] },
  { name: 'Unavailable', codes: ['service_unavailable', 'overloaded'] },
]

/**
 * `NotAllowedCsrfFailed` for `insufficient_scope`, `forbidden` and `csrf_failed`; `…Page` if a page is an
 * alternative.
 */
function nameOf({ description, content }: Json): string {
  const page = 'text/html' in (content as Json) ? 'Page' : ''
  if (description === FAILURE_PAGE) return `Failure${page}`
  return nameOfCodes(String(description).split(', ')) + page
}

function nameOfCodes(codes: readonly string[]): string {
  const common = COMMON.find((one) => one.codes.every((code) => codes.includes(code)))
  const rest = codes.filter((code) => !common?.codes.some((usual) => usual === code))
  return (common?.name ?? '') + rest.map(inPascalCase).join('')
}

/**
 * Replaces the failures of operations, many of which are alike, with references.
 *
 * @returns the failures by name, as components
 */
export function shareResponses(paths: Record<string, Record<string, Json>>): Json {
  const shared: Json = {}
  for (const { responses } of Object.values(paths).flatMap((item) => Object.values(item))) {
    for (const [status, response] of Object.entries(responses as Record<string, Json>)) {
      if (Number(status) < 400) continue
      const name = nameOf(response)
      if (shared[name] && JSON.stringify(shared[name]) !== JSON.stringify(response))
        throw new Error(`Two answers have the name ${name}`)
      shared[name] = response
      const references = responses as Json
      references[status] = { $ref: `#/components/responses/${name}` }
    }
  }
  return shared
}
