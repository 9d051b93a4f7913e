import { t } from '@lingui/core/macro'
import { Accordion, Checkbox, Group, Input, Radio, Stack, Text } from '@mantine/core'
import { useUncontrolled } from '@mantine/hooks'
import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Part } from '../../ui/part.tsx'
import { type EventGroup, eventGroups, toggled } from './event-groups.ts'
import { eventTypesQuery } from './queries.ts'

interface Props {
  /** null: all events. */
  readonly defaultValue?: string[] | null
  readonly onChange?: (value: string[] | null) => void
  readonly error?: string
}

/** Chooses events: all, whole groups, or single ones. */
export function EventPicker({ defaultValue, onChange, error }: Props) {
  usePrefetchQuery(eventTypesQuery)
  const [value, setValue] = useUncontrolled<string[] | null>({ defaultValue, finalValue: null, onChange })
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t`Events`}
        value={value === null ? 'all' : 'some'}
        onChange={(which) => setValue(which === 'all' ? null : [])}
      >
        <Group gap="lg" pt={4}>
          <Radio value="all" label={t`All, including future ones`} />
          <Radio value="some" label={t`Choose`} />
        </Group>
      </Radio.Group>
      {error && <Input.Error>{error}</Input.Error>}
      {value !== null && (
        <Part>
          <EventGroups chosen={value} onChange={setValue} />
        </Part>
      )}
    </Stack>
  )
}

interface GroupsProps {
  readonly chosen: string[]
  readonly onChange: (value: string[]) => void
}

function EventGroups({ chosen, onChange }: GroupsProps) {
  const { data: types } = useSuspenseQuery(eventTypesQuery)
  return (
    <Accordion variant="contained" chevronPosition="left" order={3}>
      {eventGroups(types).map((group) => (
        <EventGroupItem
          key={group.name}
          group={group}
          chosen={chosen}
          onToggle={(one) => onChange(toggled(chosen, one))}
        />
      ))}
    </Accordion>
  )
}

interface ItemProps {
  readonly group: EventGroup
  readonly chosen: readonly string[]
  readonly onToggle: (one: string) => void
}

function EventGroupItem({ group, chosen, onToggle }: ItemProps) {
  const { name, pattern, types } = group
  const hasAll = chosen.includes(pattern)
  const count = types.filter(({ type }) => chosen.includes(type)).length
  return (
    <Accordion.Item value={name}>
      <Accordion.Control>
        <Group justify="space-between" gap="xs">
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed">
            {hasAll ? t`all` : t`${count} of ${{ total: types.length }}`}
          </Text>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="sm">
          <Checkbox
            label={pattern}
            description={t`All of them, including future ones`}
            checked={hasAll}
            onChange={() => onToggle(pattern)}
          />
          {types.map(({ type, description }) => (
            <Checkbox
              key={type}
              label={type}
              description={description}
              checked={hasAll || chosen.includes(type)}
              disabled={hasAll}
              onChange={() => onToggle(type)}
            />
          ))}
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  )
}
