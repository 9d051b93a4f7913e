import type { Answer, Client } from '@usher/test-kit'
import { expect } from 'vitest'
import type { Asked, Owner } from '../isolation/owner.ts'

/** An identifier, what it looks like, or where the answer has it. */
type Told = string | RegExp | ((answer: Answer) => string)

/** One request, and what the audit trail must say of it. */
export interface Attempt extends Asked {
  /** Default: the session of the owner. */
  readonly call?: Client
  /** Default: the owner. */
  readonly actor?: Told
  /** Default: none that is known. */
  readonly resource?: Told
  /** Where it is read. Default: as the owner; null: no organisation can know of it. */
  readonly reader?: ((answer: Answer) => Promise<Client>) | null
}

/** How an operation is accepted, and how it is refused. */
export interface Case {
  accepted(owner: Owner): Promise<Attempt> | Attempt
  refused(owner: Owner): Promise<Attempt> | Attempt
}

export const idOfAnswer = ({ body }: Answer): string => body.id

/** An expectation of what the audit trail tells, for matchers. */
export function told(what: Told | undefined, answer: Answer): unknown {
  if (what instanceof RegExp) return expect.stringMatching(what)
  return typeof what === 'function' ? what(answer) : (what ?? null)
}
