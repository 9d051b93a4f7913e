import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Button, Group, Select, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { Form } from '../../forms/form.tsx'
import { type Entered, NumberField, numberNeeded, numberOrNull } from '../../forms/number-field.tsx'
import { needed } from '../../forms/rules.ts'
import { SaveRow } from '../../forms/save-row.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import type { Overwriting } from '../../forms/use-save-over.ts'

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

interface Props {
  readonly initial: Basics
  /** Label of the button, for a queue that is to be created. */
  readonly action?: string
  readonly submit: (body: Basics) => Promise<Schemas['Queue']>
  readonly onDone: (queue: Schemas['Queue']) => void
  /** How a queue that exists is saved. */
  readonly over?: Overwriting<Schemas['Queue'], Basics>
}

type Values = {
  [Name in keyof Basics]: Basics[Name] extends string | boolean ? Basics[Name] : Entered
}

const entered = (basics: Basics): Values => ({
  ...basics,
  capacity: basics.capacity ?? '',
  almost_ready_position: basics.almost_ready_position ?? '',
  no_show_after_minutes: basics.no_show_after_minutes ?? '',
})

const given = (values: Values): Basics => ({
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

/** The fields of a queue that the form edits, as it sends them. */
export const basicsOf = (basics: Basics): Basics => given(entered(basics))

/** The basic settings of a queue: name, service and party sizes. */
export function BasicsForm({ initial, action, submit, onDone, over }: Props) {
  const [values, setValues] = useState(entered(initial))
  const { fields, setSaved, ...form } = useApiForm({
    initialValues: entered(initial),
    onChange: setValues,
    validate: { name: needed(t`Enter a name`) },
    submit: (values) => submit(given(values)),
    onSuccess: onDone,
    onError: over?.onError,
  })
  return (
    <Form of={form} over={over} fill={(now) => setSaved(entered(now))}>
      <TextInput
        key={fields.key('name')}
        label={t`Name`}
        description={t`Shown to guests`}
        {...fields.getInputProps('name')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {NUMBERS.map(({ name, label, description, max }) => (
          <NumberField
            key={fields.key(name)}
            label={i18n._(label)}
            description={i18n._(description)}
            max={max}
            {...fields.getInputProps(name)}
          />
        ))}
        <Select
          key={fields.key('timezone')}
          label={t`Time zone`}
          description={t`For its opening hours`}
          data={timezones(initial.timezone)}
          searchable
          allowDeselect={false}
          {...fields.getInputProps('timezone')}
        />
      </SimpleGrid>
      <Switch
        key={fields.key('explain_delays')}
        label={t`Tell guests why their turn is later than quoted`}
        description={t`Without it they read how much later. Your team always sees why.`}
        {...fields.getInputProps('explain_delays', { type: 'checkbox' })}
      />
      {over ? (
        <SaveRow isSending={form.isSending} isChanged={over.isChanged(given(values))} />
      ) : (
        <Group>
          <Button type="submit" loading={form.isSending}>
            {action}
          </Button>
        </Group>
      )}
    </Form>
  )
}

/** The time zones that the browser knows, and the current one. */
const timezones = (set: string): string[] => [...new Set([set, ...Intl.supportedValuesOf('timeZone'), 'UTC'])]
