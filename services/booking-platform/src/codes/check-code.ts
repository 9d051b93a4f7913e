import { ProblemError } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { BookingPlatformContext } from '../context.ts'
import { type CodeRecord, isCode } from './code.ts'
import type { Contact } from './contact.ts'

const wrongCode = (message: string, code: string): ProblemError =>
  new ProblemError('invalid_proof', `The code ${message}.`, {
    errors: [{ pointer: '/code', message, code }],
  })

const WRONG = ['is wrong or has expired', 'invalid_code'] as const

/**
 * Checks the code of a contact; then use it up in the transaction of what it is for. Counts wrong guesses outside of
 * any transaction: call it before the first read of one, whose snapshot would conflict.
 *
 * @throws ProblemError `invalid_proof` if it is missing, wrong, expired, used, or guessed at too often
 */
export async function checkCode(
  { codes, codeHashes, clock }: BookingPlatformContext,
  organizationId: string,
  contact: Contact,
  code: string | undefined,
): Promise<CodeRecord> {
  if (code === undefined) throw wrongCode('is missing: ask for one', 'required')
  const found = await codes.attempt(codeHashes.contact(organizationId, contact), clock.now())
  if (!found || !isCode(found, code, codeHashes)) throw wrongCode(...WRONG)
  await codes.giveBack(found)
  return found
}

/** @throws ProblemError `invalid_proof` if something else used it meanwhile */
export async function useCode(
  session: ClientSession,
  { codes }: BookingPlatformContext,
  record: CodeRecord,
): Promise<void> {
  if (!(await codes.useUp(record, session))) throw wrongCode(...WRONG)
}
