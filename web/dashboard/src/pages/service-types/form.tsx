import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  Checkbox,
  Fieldset,
  Group,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useQueryClient, useSuspenseQueries } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { categoriesQuery, providersQuery, serviceTypeCalls, serviceTypesQuery } from '../../api/bookables.ts'
import { api, type Schemas } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import type { FieldEntry } from '../../forms/custom-fields/entries.ts'
import { FieldsEditor } from '../../forms/custom-fields/fields-editor.tsx'
import { EntryForm } from '../../forms/entry-form.tsx'
import type { Entered } from '../../forms/number-field.tsx'
import { PriceFields } from '../../forms/price-fields.tsx'
import { needed } from '../../forms/rules.ts'
import type { ApiForm } from '../../forms/use-api-form.ts'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { optionsOf } from '../../ui/options.ts'
import { bodyOf, type Values, type Verification, valuesOf } from './values.ts'

interface Props {
  /** undefined: a new one. */
  readonly serviceType: Schemas['ServiceType'] | undefined
  readonly onDone: () => void
}

/** The settings of a service type, grouped by topic. */
export function ServiceTypeForm({ serviceType, onDone }: Props) {
  const [{ data: categories }, { data: providers }] = useSuspenseQueries({
    queries: [categoriesQuery, providersQuery],
  })
  const queryClient = useQueryClient()
  const canWrite = useCan('service-types:write')
  const done = async () => {
    onDone()
    await Promise.all([
      queryClient.invalidateQueries(serviceTypesQuery),
      queryClient.invalidateQueries(providersQuery),
    ])
  }
  const { field, values, ...form } = useEditForm({
    resource: serviceType,
    valuesOf,
    bodyOf,
    ...serviceTypeCalls(serviceType?.id ?? ''),
    create: async (body) => (await api.post('/api/service-types', { body })).data,
    validate: { name: needed(t`Enter a name`) },
    nested: ['price', 'online_booking'],
    async onSuccess() {
      notifyDone(t`Saved`)
      await done()
    },
  })
  return (
    <EntryForm
      of={form}
      canWrite={canWrite}
      archive={
        serviceType && {
          what: serviceType.name,
          warning: t({
            message: 'It can no longer be booked. Existing bookings stay.',
            context: 'a service type',
          }),
          archive: () => api.delete('/api/service-types/{id}', { params: { path: { id: serviceType.id } } }),
          onDone: done,
        }
      }
    >
      <CatalogueFields field={field} categories={categories} />
      <PeopleFields field={field} providers={providers} />
      <TimeFields field={field} />
      <LimitFields field={field} />
      <OnlineFields field={field} isOn={values.is_online} errorAt={form.errorAt} />
      <Fieldset legend={t`Price`}>
        <PriceFields field={field} />
      </Fieldset>
    </EntryForm>
  )
}

type Field = ApiForm<Values>['field']

function CatalogueFields(props: { field: Field; categories: readonly Schemas['Category'][] }) {
  const { field, categories } = props
  return (
    <Fieldset legend={t`What customers see`}>
      <Stack>
        <TextInput label={t`Name`} data-autofocus {...field('name')} />
        <Textarea label={t`Description`} maxLength={1000} autosize {...field('description')} />
        <NativeSelect
          label={t`Category`}
          data={optionsOf(categories, t({ message: 'None', context: 'no category' }))}
          {...field('category_id')}
        />
        <Switch label={t`Can be booked`} {...field('active', { type: 'checkbox' })} />
      </Stack>
    </Fieldset>
  )
}

function PeopleFields(props: { field: Field; providers: readonly Schemas['Provider'][] }) {
  const { field, providers } = props
  return (
    <Fieldset legend={t`With whom`}>
      <Checkbox.Group label={t`Providers`} {...field('provider_ids')}>
        <Stack gap="xs" mt="xs">
          {providers.length === 0 && <Text c="dimmed">{t`No providers yet.`}</Text>}
          {providers.map(({ id, name }) => (
            <Checkbox key={id} value={id} label={name} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Fieldset>
  )
}

const VERIFICATIONS: Readonly<Record<Verification, MessageDescriptor>> = {
  none: msg({ message: 'None', context: 'no verification' }),
  email: msg`Code by e-mail`,
  sms: msg`Code by SMS`,
}

type OnlineFieldsProps = Pick<ApiForm<Values>, 'field' | 'errorAt'>

/** How customers book a service type by themselves. */
function OnlineFields({ isOn, ...props }: OnlineFieldsProps & { isOn: boolean }) {
  return (
    <Fieldset legend={t`Online booking`}>
      <Stack>
        <Switch
          label={t`Customers can book it by themselves`}
          {...props.field('is_online', { type: 'checkbox' })}
        />
        {isOn && <Rules {...props} />}
      </Stack>
    </Fieldset>
  )
}

function Rules({ field, errorAt }: OnlineFieldsProps) {
  return (
    <>
      <Group>
        <Anchor href="/booking-page">{t`Booking page`}</Anchor>
      </Group>
      <SpanField
        label={t`Change or cancel until`}
        description={t`Before the start. 0: until it begins`}
        {...field('cancel_until_minutes')}
      />
      <NativeSelect
        label={t`Verification`}
        description={t`Customers enter a code before they book`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={Object.entries(VERIFICATIONS).map(([value, label]) => ({ value, label: i18n._(label) }))}
        {...field('verification')}
      />
      <NumberField
        field={field}
        name="max_visits"
        label={t`Maximum visits at once`}
        description={t`More than 1 lets customers repeat it, e.g. every week`}
        min={1}
      />
      <Questions errorAt={(path) => errorAt(`/online_booking/questions/${path}`)} {...field('questions')} />
    </>
  )
}

interface QuestionsProps {
  readonly value?: FieldEntry[]
  readonly onChange: (entries: FieldEntry[]) => void
  readonly errorAt: (path: string) => string | undefined
  readonly 'data-path'?: string
}

/** What customers are asked. Its errors are at the questions. */
function Questions({ value = [], onChange, errorAt, 'data-path': path }: QuestionsProps) {
  return (
    <Stack role="group" aria-label={t`Questions`} tabIndex={-1} data-path={path}>
      <Stack gap={2}>
        <Text fw={600} size="sm">{t`Questions`}</Text>
        <Text size="xs" c="dimmed">
          <Trans>Asked besides name, phone and e-mail. You see the answers in the booking.</Trans>
        </Text>
      </Stack>
      <FieldsEditor
        entries={value}
        errorAt={errorAt}
        hasPublic={false}
        onChange={onChange}
        verb={t`Add a question`}
      />
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
  readonly value?: Entered
  readonly onChange: (minutes: Entered) => void
  readonly error?: ReactNode
  readonly 'data-path'?: string
}

/** A length of time in minutes, entered in minutes, hours or days. */
function SpanField({ value = '', onChange, label, ...input }: SpanFieldProps) {
  const [chosen, setUnit] = useState(unitOf(Number(value)))
  const unit = Number(value) % chosen === 0 ? chosen : unitOf(Number(value))
  const amount = value === '' ? '' : Number(value) / unit
  const change = (to: Entered, of: number) => {
    setUnit(of)
    onChange(to === '' ? '' : Number(to) * of)
  }
  return (
    <Group align="flex-start" gap="sm" wrap="nowrap">
      <NumberInput
        label={label}
        {...input}
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

interface NumberProps {
  readonly field: Field
  readonly name: keyof Values & string
  readonly label: string
  readonly description?: string
  readonly min?: number
}

/** A whole-number input of the form. */
function NumberField({ field, name, label, description, min = 0 }: NumberProps) {
  return (
    <NumberInput
      label={label}
      description={description}
      min={min}
      allowDecimal={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...field(name)}
    />
  )
}

function TimeFields({ field }: { field: Field }) {
  return (
    <Fieldset legend={t`Times, in minutes`}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberField field={field} name="duration_minutes" label={t`Duration`} min={5} />
        <TextInput
          label={t`Other durations`}
          description={t`Offered as a choice, e.g. 45, 60`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...field('duration_options')}
        />
        <NumberField field={field} name="buffer_before_minutes" label={t`Buffer before`} />
        <NumberField field={field} name="buffer_after_minutes" label={t`Buffer after`} />
        <NumberField
          field={field}
          name="slot_step_minutes"
          label={t`Time between starts`}
          description={t`Leave empty to use the duration`}
          min={5}
        />
        <NumberField
          field={field}
          name="min_notice_minutes"
          label={t`Minimum notice`}
          description={t`1440 is one day`}
        />
      </SimpleGrid>
    </Fieldset>
  )
}

function LimitFields({ field }: { field: Field }) {
  return (
    <Fieldset legend={t`Limits`}>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberField field={field} name="capacity" label={t`Seats at the same time`} min={1} />
          <NumberField field={field} name="horizon_days" label={t`Days ahead`} min={1} />
          <NumberField
            field={field}
            name="max_per_day"
            label={t`Bookings per day`}
            description={t`Leave empty for no limit`}
            min={1}
          />
          <NumberField
            field={field}
            name="max_per_customer_per_day"
            label={t`Bookings per customer and day`}
            description={t`Leave empty for no limit`}
            min={1}
          />
        </SimpleGrid>
        <Switch
          label={t`Confirm each booking manually`}
          {...field('requires_confirmation', { type: 'checkbox' })}
        />
      </Stack>
    </Fieldset>
  )
}
