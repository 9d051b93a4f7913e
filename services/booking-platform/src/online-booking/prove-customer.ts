import type { OnlineBookingCreate, ServiceType } from '@usher/contracts'
import { invalidField, notFound } from '@usher/service-kit'
import type { BookingPageRecord } from '../booking-page/booking-page.ts'
import { customerOf } from '../bookings/customer.ts'
import { checkCode } from '../codes/check-code.ts'
import type { CodeRecord } from '../codes/code.ts'
import type { Contact } from '../codes/contact.ts'
import type { BookingPlatformContext } from '../context.ts'
import { type OnlineServiceType, requireOnline } from './online-page.ts'

type Verification = NonNullable<ServiceType['online_booking']>['verification']

/** What a customer gives to prove an address of theirs. */
type Given = Pick<OnlineBookingCreate, 'customer' | 'code' | 'session'>

/** The service type of a hold. @throws ProblemError `not_found` */
export async function heldType(
  { holds, serviceTypes }: BookingPlatformContext,
  { organization_id }: BookingPageRecord,
  holdId: string,
): Promise<OnlineServiceType> {
  const hold = await holds.find(organization_id, holdId)
  if (!hold) throw notFound('hold')
  return requireOnline(await serviceTypes.find(organization_id, hold.service_type_id))
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
 * Checks the code of a customer where a service type asks for one, unless a session proves the address. Reads outside
 * of the transaction, see {@link checkCode}.
 *
 * @returns the codes to use up
 * @throws ProblemError `validation_failed` without the address to prove, `invalid_proof`
 */
export async function proveCustomer(
  ctx: BookingPlatformContext,
  { organization_id, country }: BookingPageRecord,
  types: readonly OnlineServiceType[],
  { customer, code, session }: Given,
): Promise<CodeRecord[]> {
  const asked = new Set(types.map(({ online_booking }) => online_booking.verification))
  asked.delete('none')
  const proven: CodeRecord[] = []
  for (const verification of asked) {
    const contact = contactToProve(verification, customerOf(customer, country))
    if (session !== undefined && (await isProvedBy(ctx, session, organization_id, contact))) continue
    proven.push(await checkCode(ctx, organization_id, contact, code))
  }
  return proven
}

async function isProvedBy(
  { customerSessions, clock }: BookingPlatformContext,
  token: string,
  organizationId: string,
  { field, value }: Contact,
): Promise<boolean> {
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
