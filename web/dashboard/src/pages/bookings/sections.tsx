import { t } from '@lingui/core/macro'
import { SubNavigation } from '../../ui/sub-navigation.tsx'

/** The pages about bookings. */
export const BookingSections = () => (
  <SubNavigation
    label={t`Bookings`}
    entries={[
      { href: '/bookings', label: t({ message: 'Calendar', context: 'of bookings' }) },
      { href: '/bookings/standby', label: t`Standby list` },
    ]}
  />
)
