import { Text } from '@mantine/core'
import { CalendarX } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormAlert } from '../../ui/form-problem.tsx'

/** Says why something cannot be booked. */
export function RefusalAlert({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <FormAlert
      color="red"
      icon={<CalendarX aria-hidden />}
      title={
        <Text c="var(--mantine-color-error)" fw={600}>
          {title}
        </Text>
      }
    >
      {children}
    </FormAlert>
  )
}
