import { ph, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Fieldset, Group, Menu, Stack, Text } from '@mantine/core'
import { Copy, Plus } from 'lucide-react'
import { WEEK_DAYS, type WeekDay, weekdayName } from '../../ui/weekdays.ts'
import { copyDay, type WeeklyWindow } from './hours.ts'
import { WindowList } from './window-list.tsx'

interface Props {
  readonly hours: readonly WeeklyWindow[]
  readonly zone: string
  readonly onChange: (hours: readonly WeeklyWindow[]) => void
}

/** The windows of each day of the week. */
export function WeekEditor({ hours, zone, onChange }: Props) {
  return (
    <Fieldset legend={t`Weekly hours`}>
      <Stack gap="md">
        {WEEK_DAYS.map((day) => (
          <DayEditor key={day} {...{ day, hours, zone, onChange }} />
        ))}
      </Stack>
    </Fieldset>
  )
}

function DayEditor({ day, hours, zone, onChange }: Props & { day: WeekDay }) {
  const name = weekdayName(day)
  const windows = hours.filter((window) => window.day === day)
  const add = () => onChange([...hours, { day, start: '09:00', end: '17:00' }])
  return (
    <Stack gap="xs" role="group" aria-label={name}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>{name}</Text>
        <Group gap="xs" wrap="nowrap">
          {windows.length > 0 && <CopyMenu day={day} hours={hours} onChange={onChange} />}
          <Button
            variant="default"
            size="compact-md"
            leftSection={<Plus size={16} aria-hidden />}
            aria-label={t`Add hours on ${{ day: name }}`}
            onClick={add}
          >
            {t({ message: 'Add', context: 'add hours' })}
          </Button>
        </Group>
      </Group>
      <WindowList
        of={name}
        zone={zone}
        windows={windows}
        onReplace={(window, by) => onChange(hours.map((one) => (one === window ? by : one)))}
        onRemove={(window) => onChange(hours.filter((one) => one !== window))}
      />
    </Stack>
  )
}

function CopyMenu({ day, hours, onChange }: Omit<Props, 'zone'> & { day: WeekDay }) {
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
