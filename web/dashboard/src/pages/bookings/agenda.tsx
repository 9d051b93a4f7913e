import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text, Title } from '@mantine/core'
import { type Day, longDay, partOn } from '../../ui/zone-time.ts'
import { BookingBlock, type CalendarActions } from './booking-block.tsx'
import styles from './calendar.module.css'
import type { Booking, Provider } from './queries.ts'

interface Props {
  readonly days: readonly Day[]
  readonly providers: readonly Provider[]
  readonly bookings: readonly Booking[]
  readonly actions: CalendarActions
}

/** The calendar as a list, for phones. */
export function Agenda({ days, providers, bookings, actions }: Props) {
  const names = new Map(providers.map(({ id, name }) => [id, name]))
  return (
    <Stack>
      {days.map((day) => {
        const onDay = bookings.filter((booking) => partOn(day, booking))
        return (
          <section key={day} aria-label={longDay(day)}>
            <Title order={2} mb="xs">
              {longDay(day)}
            </Title>
            {onDay.length === 0 && (
              <Text c="dimmed">
                <Trans>No bookings</Trans>
              </Text>
            )}
            <div className={styles.list}>
              {onDay.map((booking) => (
                <BookingBlock
                  key={booking.id}
                  booking={booking}
                  day={day}
                  actions={actions}
                  withProvider={names.get(booking.provider_id) ?? t`Archived provider`}
                />
              ))}
            </div>
          </section>
        )
      })}
    </Stack>
  )
}
