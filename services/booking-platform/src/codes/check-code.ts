import { ProblemError } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { BookingPageRecord } from '../booking-page/booking-page.ts'
import type { BookingPlatformContext } from '../context.ts'
import { type CodeRecord, isCode } from './code.ts'
import type { Contact } from './contact.ts'

const wrongCode = (message: string, code: string): ProblemError =>
  new ProblemError('invalid_proof', `The code ${message}.`, {
    errors: [{ pointer: '/code', message, code }],
  })

const WRONG = ['is wrong or has expired', 'invalid_code'] as const

/** A code, and the contacts that it may prove. */
interface GivenCode {
  /** The code must have been sent to one of these. */
  readonly contacts: readonly Contact[]
  readonly code: string | undefined
  readonly code_token: string | undefined
  readonly clientAddress: string
}

/**
 * Checks the code of a contact; then use it up in the transaction of what it is for. Counts wrong guesses by code and
 * address, and none by contact: others' guesses do not keep its owner from proving it.
 *
 * @throws ProblemError `invalid_proof` if it is missing, wrong, expired, used, or was asked for by somebody else;
 * `rate_limited` after too many guesses
 */
export async function checkCode(
  { codes, codeHashes, codeTokens, guard, clock }: BookingPlatformContext,
  { _id: page, organization_id }: BookingPageRecord,
  { contacts, code, code_token, clientAddress: address }: GivenCode,
): Promise<CodeRecord> {
  if (code === undefined) throw wrongCode('is missing: ask for one', 'required')
  const id = codeTokens.idOf(code_token ?? '')
  const shownTo = { organizationId: organization_id, resource: page }
  return await guard.attempt(
    'guess',
    { code: id, page, address },
    async ({ refusal }) => {
      if (refusal) throw refusal
      const found = id && (await codes.find(organization_id, id, clock.now()))
      const isRight =
        found &&
        contacts.some((contact) => found.contact === codeHashes.contact(organization_id, contact)) &&
        isCode(found, code, codeHashes)
      if (!isRight) throw wrongCode(...WRONG)
      return found
    },
    { shownTo },
  )
}

/** @throws ProblemError `invalid_proof` if something else used it meanwhile */
export async function useCode(
  session: ClientSession,
  { codes }: BookingPlatformContext,
  record: CodeRecord,
): Promise<void> {
  if (!(await codes.useUp(record, session))) throw wrongCode(...WRONG)
}
