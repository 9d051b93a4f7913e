import type { Answer, Client } from '@usher/test-kit'
import type { OperationRequest, Owner } from '../isolation/owner.ts'

/** An identifier, its pattern, or how to read it from the response. */
type Expected = string | RegExp | ((answer: Answer) => string)

/** One request, and what the audit trail must say about it. */
export interface Attempt extends OperationRequest {
  /** Default: the owner's session. */
  readonly call?: Client
  /** Default: the owner. */
  readonly actor?: Expected
  /** Default: no known resource. */
  readonly resource?: Expected
  /** Who reads the record. Default: the owner; null: no organisation can know of it. */
  readonly reader?: ((answer: Answer) => Promise<Client>) | null
}

/** One way in which an operation succeeds, and one in which it is refused. */
export interface Case {
  accepted(owner: Owner): Promise<Attempt> | Attempt
  refused(owner: Owner): Promise<Attempt> | Attempt
}

export const idOfAnswer = ({ body }: Answer): string => body.id

/** A matcher for a field of the audit record. */
export function expectation(what: Expected | undefined, answer: Answer): unknown {
  if (what instanceof RegExp) return expect.stringMatching(what)
  return typeof what === 'function' ? what(answer) : (what ?? null)
}
