import { bookingCodeRequested, type Guest } from '@usher/contracts'
import { appendToOutbox, newEvent, type Origin, sealBookingCode } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { BookingPlatformContext } from '../context.ts'
import { type CodeRecord, newCode } from './code.ts'
import type { Contact } from './contact.ts'

interface Asked {
  readonly contact: Contact
  readonly locale: Guest['locale']
  readonly origin: Origin
}

/**
 * Has a code sent to a contact. Known and unknown contacts are treated alike, so that nobody learns who books here.
 */
export async function sendCode(
  session: ClientSession,
  { codes, codeHashes, outbox, clock, codeKeys }: BookingPlatformContext,
  { contact, locale, origin }: Asked,
): Promise<CodeRecord> {
  const { organizationId } = origin
  const now = clock.now()
  const contactHash = codeHashes.contact(organizationId, contact)
  const { record, code } = newCode({ contact: contactHash, organizationId, hashes: codeHashes, now })
  await codes.insert(record, session)
  const { _id: id, expires_at } = record
  const data = {
    id,
    to: contact.value,
    locale,
    sealed_code: sealBookingCode(code, id, codeKeys),
    expires_at: expires_at.toISOString(),
  }
  // A request has only this event.
  const event = newEvent(bookingCodeRequested, { subject: id, sequence: 1, time: now, origin, data })
  await appendToOutbox(outbox, [event], session)
  return record
}
