import type { OwnStandby } from '@usher/contracts'
import { entityTag } from '@usher/service-kit'
import type { BookingPlatformContext } from '../context.ts'
import { presentStandby, type StandbyRecord } from './standby.ts'

/** What customers see of their own standby. */
export const ownStandbyReply = (
  { manageUrl }: Pick<BookingPlatformContext, 'manageUrl'>,
  record: StandbyRecord,
) => {
  const { organization_id, timezone } = record
  const { id: _, service_type_id: __, provider_id: ___, customer, ...shown } = presentStandby(record)
  const { notes: _notes, answers: _answers, booking_id, offer, ...common } = shown
  const body: OwnStandby = {
    organization_id,
    ...common,
    name: customer.name,
    timezone,
    offer: offer && withoutProvider(offer),
    manage_url: booking_id && manageUrl(booking_id),
  }
  return { body, headers: { etag: entityTag(record.version) } }
}

const withoutProvider = <T extends { readonly provider_id: string }>({ provider_id: _, ...offer }: T) => offer
