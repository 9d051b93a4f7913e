import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Button, Group, Select, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { queueCalls } from '../../api/queues.ts'
import { useMe } from '../../api/session.ts'
import { Form } from '../../forms/form.tsx'
import { NumberField, numberNeeded, numberOrNull } from '../../forms/number-field.tsx'
import { needed } from '../../forms/rules.ts'
import { SaveRow } from '../../forms/save-row.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'

type Basics = Pick<
  Schemas['Queue'],
  | 'name'
  | 'timezone'
  | 'capacity'
  | 'min_party_size'
  | 'max_party_size'
  | 'service_minutes'
  | 'servers'
  | 'almost_ready_position'
  | 'no_show_after_minutes'
  | 'explain_delays'
>

/** What is usual for a new queue. */
const USUAL = {
  name: '',
  capacity: null,
  min_party_size: 1,
  max_party_size: 99,
  service_minutes: 15,
  servers: 1,
  almost_ready_position: 3,
  no_show_after_minutes: null,
  explain_delays: true,
}

const valuesOf = (basics: Basics) => ({
  ...basics,
  capacity: basics.capacity ?? '',
  almost_ready_position: basics.almost_ready_position ?? '',
  no_show_after_minutes: basics.no_show_after_minutes ?? '',
})

const bodyOf = (values: ReturnType<typeof valuesOf>): Basics => ({
  name: values.name.trim(),
  timezone: values.timezone,
  capacity: numberOrNull(values.capacity),
  min_party_size: numberNeeded(values.min_party_size),
  max_party_size: numberNeeded(values.max_party_size),
  service_minutes: numberNeeded(values.service_minutes),
  servers: numberNeeded(values.servers),
  almost_ready_position: numberOrNull(values.almost_ready_position),
  no_show_after_minutes: numberOrNull(values.no_show_after_minutes),
  explain_delays: values.explain_delays,
})

const NUMBERS = [
  {
    name: 'service_minutes',
    label: msg`Minutes per party`,
    description: msg`Average time to serve one party`,
    max: 1440,
  },
  {
    name: 'servers',
    label: msg`Parties served at once`,
    description: msg`Number of tables, rooms or staff`,
    max: 1000,
  },
  {
    name: 'min_party_size',
    label: msg`Smallest party`,
    description: msg({ message: 'People', context: 'unit of the size of a party' }),
    max: 99,
  },
  {
    name: 'max_party_size',
    label: msg`Largest party`,
    description: msg({ message: 'People', context: 'unit of the size of a party' }),
    max: 99,
  },
  { name: 'capacity', label: msg`Maximum guests`, description: msg`Leave empty for no limit`, max: 100_000 },
  {
    name: 'almost_ready_position',
    label: msg`“Almost ready” from position`,
    description: msg`Leave empty to never send it`,
    max: 100,
  },
  {
    name: 'no_show_after_minutes',
    label: msg`No-show after (minutes)`,
    description: msg`After the call. Leave empty for never.`,
    max: 1440,
  },
] as const

interface Props {
  /** undefined: a new one. */
  readonly queue?: Schemas['Queue']
  readonly onDone: (queue: Schemas['Queue']) => void
}

/** The basic settings of a queue: name, service and party sizes. */
export function BasicsForm({ queue, onDone }: Props) {
  const queryClient = useQueryClient()
  const { timezone } = useMe().organization
  const { field, ...form } = useEditForm({
    resource: queue,
    valuesOf: (basics: Basics = { ...USUAL, timezone }) => valuesOf(basics),
    bodyOf,
    validate: { name: needed(t`Enter a name`) },
    ...queueCalls(queryClient, queue?.id ?? ''),
    create: async (body) => (await api.post('/v1/queues', { body })).data,
    onSuccess: onDone,
  })
  return (
    <Form of={form}>
      <TextInput label={t`Name`} description={t`Shown to guests`} {...field('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {NUMBERS.map(({ name, label, description, max }) => (
          <NumberField
            key={name}
            label={i18n._(label)}
            description={i18n._(description)}
            max={max}
            {...field(name)}
          />
        ))}
        <Select
          label={t`Time zone`}
          description={t`For its opening hours`}
          data={timezones(queue?.timezone ?? timezone)}
          searchable
          allowDeselect={false}
          {...field('timezone')}
        />
      </SimpleGrid>
      <Switch
        label={t`Tell guests why their turn is later than quoted`}
        description={t`Without it they read how much later. Your team always sees why.`}
        {...field('explain_delays', { type: 'checkbox' })}
      />
      {queue ? (
        <SaveRow of={form} />
      ) : (
        <Group>
          <Button type="submit" loading={form.isSending}>{t`Create queue`}</Button>
        </Group>
      )}
    </Form>
  )
}

/** The time zones that the browser knows, and the current one. */
const timezones = (set: string): string[] => [...new Set([set, ...Intl.supportedValuesOf('timeZone'), 'UTC'])]
