import { Alert, Text } from '@mantine/core'
import { CalendarX } from 'lucide-react'
import type { ReactNode } from 'react'

/** Says why something cannot be booked. */
export function RefusalAlert({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Alert
      role="alert"
      color="red"
      variant="outline"
      icon={<CalendarX aria-hidden />}
      title={
        <Text c="var(--mantine-color-error)" fw={600}>
          {title}
        </Text>
      }
    >
      {children}
    </Alert>
  )
}
