import type { Customer, OnlineBookingCreate, ServiceType } from '@usher/contracts'
import { invalidField } from '@usher/service-kit'
import type { BookingPageRecord } from '../booking-page/booking-page.ts'
import { customerOf } from '../bookings/customer.ts'
import { checkCode } from '../codes/check-code.ts'
import type { CodeRecord } from '../codes/code.ts'
import type { Contact } from '../codes/contact.ts'
import type { BookingPlatformContext } from '../context.ts'
import { type OnlineServiceType, requireOnline } from './online-page.ts'

type Verification = NonNullable<ServiceType['online_booking']>['verification']

/** What a customer gives to prove an address of theirs. */
interface ProofRequest {
  readonly body: Pick<OnlineBookingCreate, 'customer' | 'code' | 'code_token' | 'session'>
  readonly clientAddress: string
}

interface Proof {
  /** Whether an address of the customer is proved, required or not. */
  readonly isProved: boolean
  /** The codes to use up. */
  readonly codes: CodeRecord[]
}

/** Service types that are to be booked together. @throws ProblemError `not_found` */
export async function wantedTypes(
  { serviceTypes }: BookingPlatformContext,
  { organization_id }: BookingPageRecord,
  services: readonly { readonly service_type_id: string }[],
): Promise<OnlineServiceType[]> {
  const ids = services.map(({ service_type_id }) => service_type_id)
  return (await serviceTypes.findMany(organization_id, ids)).map(requireOnline)
}

/**
 * Checks the code of a customer where a service type asks for one or they send one, unless a session proves the address.
 *
 * @throws ProblemError `validation_failed` without the address to prove, `invalid_proof`, `rate_limited`
 */
export async function proveCustomer(
  ctx: BookingPlatformContext,
  page: BookingPageRecord,
  types: readonly OnlineServiceType[],
  { body: { customer: given, code, code_token, session }, clientAddress }: ProofRequest,
): Promise<Proof> {
  const customer = customerOf(given, page.country)
  const asked = new Set(types.map(({ online_booking }) => online_booking.verification))
  asked.delete('none')
  const contacts = [...asked].map((verification) => contactToProve(verification, customer))
  const isAsked = contacts.length > 0
  const wanted = isAsked ? contacts : contactsOf(customer)
  const open = []
  for (const contact of wanted) if (!(await isProvedBy(ctx, session, page, contact))) open.push(contact)
  if (!isAsked && (code === undefined || open.length < wanted.length))
    return { isProved: open.length < wanted.length, codes: [] }
  const codes: CodeRecord[] = []
  // If no proof is required, the code may prove either address.
  for (const either of isAsked ? open.map((contact) => [contact]) : [open])
    codes.push(await checkCode(ctx, page, { contacts: either, code, code_token, clientAddress }))
  return { isProved: true, codes }
}

/** Whether a session proves an address of the customer. */
export async function isProvedBySession(
  ctx: BookingPlatformContext,
  page: BookingPageRecord,
  { customer, session }: Pick<OnlineBookingCreate, 'customer' | 'session'>,
): Promise<boolean> {
  if (session === undefined) return false
  for (const contact of contactsOf(customerOf(customer, page.country)))
    if (await isProvedBy(ctx, session, page, contact)) return true
  return false
}

const contactsOf = ({ email, phone }: Pick<Customer, 'email' | 'phone'>): Contact[] =>
  (['email', 'phone'] as const).flatMap((field) => {
    const value = { email, phone }[field]
    return value === null ? [] : [{ field, value }]
  })

async function isProvedBy(
  { customerSessions, clock }: BookingPlatformContext,
  token: string | undefined,
  { organization_id: organizationId }: BookingPageRecord,
  { field, value }: Contact,
): Promise<boolean> {
  if (token === undefined) return false
  const found = await customerSessions.find(token, clock.now())
  return found?.organization_id === organizationId && found.field === field && found.value === value
}

function contactToProve(
  verification: Verification,
  { email, phone }: { readonly email: string | null; readonly phone: string | null },
): Contact {
  const contact =
    verification === 'email'
      ? ({ field: 'email', value: email } as const)
      : ({ field: 'phone', value: phone } as const)
  const { field, value } = contact
  if (value === null)
    throw invalidField(`/customer/${field}`, 'is required: a code is sent there', 'required')
  return { field, value }
}
