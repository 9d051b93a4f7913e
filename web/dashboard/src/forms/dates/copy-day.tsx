import { ph, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { Copy } from 'lucide-react'
import { WEEK_DAYS, type WeekDay, weekdayName } from '../../ui/weekdays.ts'

/** Hours on a day of the week, which may be limited to certain dates. */
interface DayWindow {
  readonly day: WeekDay
  readonly effective_from?: string | null | undefined
  readonly effective_to?: string | null | undefined
}

interface Props<One> {
  readonly day: WeekDay
  readonly hours: readonly One[]
  readonly onChange: (hours: readonly One[]) => void
}

/** A menu that copies the hours of one day to others. */
export function CopyMenu<One extends DayWindow>({ day, hours, onChange }: Props<One>) {
  const others = WEEK_DAYS.filter((other) => other !== day)
  const workdays = WEEK_DAYS.slice(0, 5).filter((other) => other !== day)
  const copy = (to: readonly WeekDay[]) => () => onChange(copyDay(hours, day, to))
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<Copy size={16} aria-hidden />}
          aria-label={t`Copy ${{ day: weekdayName(day) }}`}
        >
          {t({ message: 'Copy', context: 'copy hours of a day' })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={copy(workdays)}>
          {t({ message: 'To Monday – Friday', context: 'copy hours' })}
        </Menu.Item>
        <Menu.Item onClick={copy(others)}>{t({ message: 'To every day', context: 'copy hours' })}</Menu.Item>
        <Menu.Divider />
        {others.map((other) => (
          <Menu.Item key={other} onClick={copy([other])}>
            <Trans context="copy hours">To {ph({ day: weekdayName(other) })}</Trans>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Copies one day's windows to other days. Windows limited to certain dates stay. */
export function copyDay<One extends DayWindow>(
  hours: readonly One[],
  from: WeekDay,
  to: readonly WeekDay[],
): readonly One[] {
  const isOfDates = ({ effective_from, effective_to }: DayWindow) => effective_from ?? effective_to
  const copied = hours.filter((window) => window.day === from && !isOfDates(window))
  const kept = hours.filter((window) => !to.includes(window.day) || isOfDates(window))
  return [...kept, ...to.flatMap((day) => copied.map((window) => ({ ...window, day })))]
}
