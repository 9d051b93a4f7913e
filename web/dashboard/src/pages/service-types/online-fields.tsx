import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Fieldset, Group, NativeSelect, NumberInput, Stack, Switch, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { FieldEntry } from '../../forms/custom-fields/entries.ts'
import { FieldsEditor } from '../../forms/custom-fields/fields-editor.tsx'
import type { Entered } from '../../forms/numbers.ts'
import type { ApiForm } from '../../forms/use-api-form.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { NumberField } from './rule-fields.tsx'
import type { Values, Verification } from './values.ts'

const VERIFICATIONS: Readonly<Record<Verification, MessageDescriptor>> = {
  none: msg({ message: 'None', context: 'no verification' }),
  email: msg`Code by e-mail`,
  sms: msg`Code by SMS`,
}

type Props = Pick<ApiForm<Values>, 'fields' | 'errorAt'>

/** How customers book a service type by themselves. */
export function OnlineFields({ fields, errorAt }: Props) {
  const [isOn, setOn] = useState(fields.getInitialValues().is_online)
  fields.watch('is_online', ({ value }) => setOn(value))
  return (
    <Fieldset legend={t`Online booking`}>
      <Stack>
        <Switch
          key={fields.key('is_online')}
          label={t`Customers can book it by themselves`}
          {...fields.getInputProps('is_online', { type: 'checkbox' })}
        />
        {isOn && <Rules {...{ fields, errorAt }} />}
      </Stack>
    </Fieldset>
  )
}

function Rules({ fields, errorAt }: Props) {
  return (
    <>
      <Group>
        <Anchor href="/booking-page">{t`Booking page`}</Anchor>
      </Group>
      <SpanField
        key={fields.key('cancel_until_minutes')}
        label={t`Change or cancel until`}
        description={t`Before the start. 0: until it begins`}
        {...fields.getInputProps('cancel_until_minutes')}
      />
      <NativeSelect
        key={fields.key('verification')}
        label={t`Verification`}
        description={t`Customers enter a code before they book`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={Object.entries(VERIFICATIONS).map(([value, label]) => ({ value, label: i18n._(label) }))}
        {...fields.getInputProps('verification')}
      />
      <NumberField
        fields={fields}
        name="max_visits"
        label={t`Maximum visits at once`}
        description={t`More than 1 lets customers repeat it, e.g. every week`}
        min={1}
      />
      <Questions
        key={fields.key('questions')}
        errorAt={(path) => errorAt(`/online_booking/questions/${path}`)}
        {...fields.getInputProps('questions')}
      />
    </>
  )
}

interface QuestionsProps {
  readonly defaultValue?: FieldEntry[]
  readonly onChange: (entries: FieldEntry[]) => void
  readonly errorAt: (path: string) => string | undefined
  readonly 'data-path'?: string
}

/** What customers are asked. Its errors are at the questions. */
function Questions({ defaultValue = [], onChange, errorAt, 'data-path': path }: QuestionsProps) {
  const [entries, setEntries] = useState(defaultValue)
  const change = (changed: FieldEntry[]) => {
    setEntries(changed)
    onChange(changed)
  }
  return (
    <Stack role="group" aria-label={t`Questions`} tabIndex={-1} data-path={path}>
      <Stack gap={2}>
        <Text fw={600} size="sm">{t`Questions`}</Text>
        <Text size="xs" c="dimmed">
          <Trans>Asked besides name, phone and e-mail. You see the answers in the booking.</Trans>
        </Text>
      </Stack>
      <FieldsEditor {...{ entries, errorAt, hasPublic: false }} onChange={change} verb={t`Add a question`} />
    </Stack>
  )
}

const HOUR = 60
const DAY = 1_440

const UNITS: readonly { readonly minutes: number; readonly label: MessageDescriptor }[] = [
  { minutes: 1, label: msg`minutes` },
  { minutes: HOUR, label: msg`hours` },
  { minutes: DAY, label: msg`days` },
]

/** The largest unit of which a time is a whole number. */
function unitOf(minutes: number): number {
  if (minutes === 0) return HOUR
  return [DAY, HOUR].find((unit) => minutes % unit === 0) ?? 1
}

interface SpanFieldProps {
  readonly label: string
  readonly description: string
  /** In minutes. */
  readonly defaultValue?: Entered
  readonly onChange: (minutes: Entered) => void
  readonly error?: ReactNode
  readonly 'data-path'?: string
}

/** A length of time in minutes, entered in minutes, hours or days. */
function SpanField({ defaultValue = '', onChange, label, ...input }: SpanFieldProps) {
  const [unit, setUnit] = useState(unitOf(Number(defaultValue)))
  const [amount, setAmount] = useState<Entered>(defaultValue === '' ? '' : Number(defaultValue) / unit)
  const change = (to: Entered, of: number) => {
    setAmount(to)
    setUnit(of)
    onChange(to === '' ? '' : Number(to) * of)
  }
  return (
    <Group align="flex-start" gap="sm" wrap="nowrap">
      <NumberInput
        {...{ label, ...input }}
        min={0}
        allowDecimal={false}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        flex={1}
        value={amount}
        onChange={(to) => change(to, unit)}
      />
      <NativeSelect
        label={t({ message: 'Unit', context: 'of a length of time' })}
        data={UNITS.map((one) => ({ value: String(one.minutes), label: i18n._(one.label) }))}
        value={String(unit)}
        onChange={(event) => change(amount, Number(event.currentTarget.value))}
        w={120}
      />
    </Group>
  )
}
