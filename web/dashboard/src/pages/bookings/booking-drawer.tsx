import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Drawer, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/problem.ts'
import { queuesQuery } from '../../api/queues.ts'
import { useCan } from '../../api/session.ts'
import { DateField } from '../../forms/dates/date-field.tsx'
import { Form } from '../../forms/form.tsx'
import { type ApiForm, useApiForm } from '../../forms/use-api-form.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { optionsOf } from '../../ui/options.ts'
import { Part } from '../../ui/part.tsx'
import { LoadingState } from '../../ui/states.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import { clockText } from '../../ui/time.ts'
import { dayAndClock, dayIn, minutesBetween } from '../../ui/zone-time.ts'
import { Actions, type Task } from './actions.tsx'
import { answersOf } from './answers.ts'
import { EditForm } from './edit-form.tsx'
import { type Booking, type Provider, type ServiceType, seriesQuery } from './queries.ts'
import { Refused, refusalOf } from './refused.tsx'
import { type Choice, SlotPicker } from './slot-picker.tsx'
import { useMove } from './use-move.ts'
import { isOpen, STATUS_WORDS } from './words.ts'

interface Props {
  readonly booking: Booking | undefined
  readonly providers: readonly Provider[]
  readonly archived: readonly Provider[]
  readonly serviceTypes: readonly ServiceType[]
  readonly serviceName: (id: string) => string
  readonly onClose: () => void
}

/** The details of a booking and its actions. */
export function BookingDrawer({ booking, onClose, ...rest }: Props) {
  return (
    <Drawer opened={booking !== undefined} onClose={onClose} title={t`Booking`} size="md">
      {booking && <Details key={booking.id} booking={booking} {...rest} />}
    </Drawer>
  )
}

function Details(props: Omit<Props, 'booking' | 'onClose'> & { booking: Booking }) {
  const { booking, providers, archived, serviceTypes, serviceName } = props
  const [task, setTask] = useState<Task>()
  const canWrite = useCan('bookings:write')
  const provider = [...providers, ...archived].find(({ id }) => id === booking.provider_id)
  const back = () => setTask(undefined)
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2}>{booking.customer.name}</Title>
        <StatusBadge tone={TONES[booking.status]}>{i18n._(STATUS_WORDS[booking.status])}</StatusBadge>
      </Group>
      <BookingFacts
        booking={booking}
        provider={provider}
        serviceType={serviceTypes.find(({ id }) => id === booking.service_type_id)}
        serviceName={serviceName(booking.service_type_id)}
      />
      {canWrite && task === undefined && <Actions booking={booking} onTask={setTask} />}
      {task === 'move' && (
        <MoveForm booking={booking} providers={providers} serviceTypes={serviceTypes} onDone={back} />
      )}
      {task === 'edit' && <EditForm booking={booking} onDone={back} />}
      {task === 'cancel' && <CancelForm booking={booking} onDone={back} />}
      {task === 'cancel-series' && (
        <Part loading={<LoadingState lines={3} />}>
          <CancelSeriesForm booking={booking} onDone={back} />
        </Part>
      )}
      {task === 'check-in' && (
        <Part loading={<LoadingState lines={2} />}>
          <CheckInForm booking={booking} onDone={back} />
        </Part>
      )}
    </Stack>
  )
}

function CancelForm({ booking: { id }, onDone }: FormProps) {
  const queryClient = useQueryClient()
  const { field, ...form } = useApiForm({
    initialValues: { reason: '' },
    submit: ({ reason }) =>
      api.post('/api/bookings/{id}/cancel', {
        params: { path: { id } },
        body: reason.trim() ? { reason } : {},
      }),
    async onSuccess() {
      onDone()
      notifyDone(t`Booking cancelled`)
      await queryClient.invalidateQueries({ queryKey: ['bookings'] })
    },
  })
  return (
    <Form of={form} intro={<Text>{t`The customer is notified and the time is free at once.`}</Text>}>
      <CancelFields
        field={field}
        isSending={form.isSending}
        onKeep={onDone}
        keep={<Trans>Keep it</Trans>}
        cancel={<Trans>Cancel it now</Trans>}
      />
    </Form>
  )
}

const TONES: Readonly<Record<Booking['status'], Tone>> = {
  pending: 'warn',
  confirmed: 'good',
  cancelled: 'bad',
  completed: 'good',
  no_show: 'bad',
}

interface BookingFactsProps {
  readonly booking: Booking
  readonly provider: Provider | undefined
  /** undefined: archived. */
  readonly serviceType: ServiceType | undefined
  readonly serviceName: string
}

/** What is known about a booking, with what the customer answered. */
function BookingFacts({ booking, provider, serviceType, serviceName }: BookingFactsProps) {
  const { customer, start, end, timezone, series } = booking
  return (
    <dl style={{ margin: 0 }}>
      <Fact
        name={t`When`}
        text={`${dayAndClock(start, timezone)} – ${clockText(end, timezone)} (${timezone})`}
      />
      <Fact name={t`Series`} text={series && t`${{ number: series.number }} of ${{ count: series.count }}`} />
      <Fact name={t`Service`} text={serviceName} />
      <Fact
        name={t`Provider`}
        text={provider && (provider.archived_at ? t`${{ name: provider.name }} (archived)` : provider.name)}
      />
      <Fact name={t`Phone`} text={customer.phone} />
      <Fact name={t`E-mail`} text={customer.email} />
      <Fact
        name={t({ message: 'Seats', context: 'number of seats booked' })}
        text={booking.seats > 1 ? String(booking.seats) : null}
      />
      {answersOf(booking, serviceType).map(({ key, label, text }) => (
        <Fact key={key} name={label} text={text} />
      ))}
      <Fact name={t`Notes`} text={booking.notes} />
      <Fact name={t({ message: 'Source', context: 'where a booking comes from' })} text={booking.source} />
      <Fact name={t`Cancellation reason`} text={booking.cancel_reason} />
      <Fact name={t`Checked in`} text={booking.checked_in_at && clockText(booking.checked_in_at, timezone)} />
      <Fact name={t`Check-in failed`} text={booking.check_in_error} />
    </dl>
  )
}

function Fact({ name, text }: { name: string; text: string | null | undefined }) {
  if (!text) return null
  return (
    <Group component="div" gap="xs" align="baseline" mb={6} wrap="nowrap">
      <Text component="dt" size="sm" c="dimmed" w={112} flex="none" style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <Text component="dd" m={0} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {text}
      </Text>
    </Group>
  )
}

interface FormProps {
  readonly booking: Booking
  readonly onDone: () => void
}

/** Adds a customer who has arrived to a queue. */
function CheckInForm({ booking: { id }, onDone }: FormProps) {
  const { data: queues } = useSuspenseQuery(queuesQuery)
  const queryClient = useQueryClient()
  const { field, problem, ...form } = useApiForm({
    initialValues: { queue_id: queues[0]?.id ?? '' },
    submit: (body) => api.post('/api/bookings/{id}/check-in', { params: { path: { id } }, body }),
    async onSuccess() {
      onDone()
      notifyDone(t`Checked in`)
      await queryClient.invalidateQueries({ queryKey: ['bookings'] })
    },
  })
  return (
    <Form of={{ ...form, problem: queues.length === 0 ? t`No queue to check in to.` : problem }}>
      <NativeSelect label={t`Queue`} data={optionsOf(queues)} {...field('queue_id')} />
      <Group grow>
        <Button variant="default" onClick={onDone}>
          {t({ message: 'Back', context: 'go back' })}
        </Button>
        <Button type="submit" loading={form.isSending} disabled={queues.length === 0}>
          {t({ message: 'Check in', context: 'check a customer in' })}
        </Button>
      </Group>
    </Form>
  )
}

/** Bookings that are over stay as they are. */
const firstOf = ({ start }: Booking): string =>
  new Date(Math.max(Date.parse(start), Date.now())).toISOString()

/** Cancels the bookings of a series from this one on. */
function CancelSeriesForm({ booking, onDone }: FormProps) {
  const queryClient = useQueryClient()
  const id = booking.series?.id ?? ''
  const { data: series } = useSuspenseQuery(seriesQuery(id))
  const rest = series.bookings.filter((one) => isOpen(one) && one.start >= firstOf(booking))
  const { field, ...form } = useApiForm({
    initialValues: { reason: '' },
    submit: ({ reason }) =>
      api.post('/api/booking-series/{id}/cancel', {
        params: { path: { id } },
        body: { from: firstOf(booking), ...(reason.trim() && { reason }) },
      }),
    async onSuccess() {
      onDone()
      notifyDone(t`Rest of the series cancelled`)
      await queryClient.invalidateQueries({ queryKey: ['bookings'] })
    },
  })
  return (
    <Form of={form}>
      {rest.length === 0 ? <Text>{t`The series has no upcoming bookings.`}</Text> : <Rest bookings={rest} />}
      <CancelFields
        field={field}
        isSending={form.isSending}
        isDisabled={rest.length === 0}
        onKeep={onDone}
        keep={<Trans>Keep them</Trans>}
        cancel={<Trans>Cancel them now</Trans>}
      />
    </Form>
  )
}

/** What will be cancelled. */
function Rest({ bookings }: { bookings: readonly Booking[] }) {
  const count = bookings.length
  const times = bookings.map(({ start, timezone }) => dayAndClock(start, timezone))
  const [from = '', to = from] = [times[0], times.at(-1)]
  return (
    <Stack gap={4}>
      <Text fw={600}>
        {plural(count, { one: '# booking will be cancelled', other: '# bookings will be cancelled' })}
      </Text>
      <Text>{from === to ? from : t`From ${from} to ${to}`}</Text>
      <Text c="dimmed">{t`The customer is notified and the times are free at once.`}</Text>
    </Stack>
  )
}

interface MoveFormProps {
  readonly booking: Booking
  readonly providers: readonly Provider[]
  readonly serviceTypes: readonly ServiceType[]
  readonly onDone: () => void
}

/** Moves a booking to a free time: what dragging does, by keyboard and touch. */
function MoveForm({ booking, providers, serviceTypes, onDone }: MoveFormProps) {
  const offering = serviceTypes.find(({ id }) => id === booking.service_type_id)?.provider_ids ?? []
  const options = providers.filter(({ id }) => offering.includes(id) || id === booking.provider_id)
  const [day, setDay] = useState(dayIn(booking.start, booking.timezone))
  // An archived provider cannot be booked.
  const [first = { id: booking.provider_id }] = options
  const isThere = options.some(({ id }) => id === booking.provider_id)
  const [providerId, setProviderId] = useState(isThere ? booking.provider_id : first.id)
  const [chosen, setChosen] = useState<Choice>()
  const move = useMove(() => {}, onDone)
  const zone = providers.find(({ id }) => id === providerId)?.timezone ?? booking.timezone
  const refusal = refusalOf(move.error)
  const send = (choice: Choice) => move.mutate({ booking, provider_id: providerId, ...choice })
  return (
    <Stack>
      <DateField label={t`New date`} zone={zone} value={day} autoFocus onChange={setDay} />
      <NativeSelect
        label={t`Provider`}
        data={optionsOf(options)}
        value={providerId}
        onChange={({ currentTarget }) => {
          setProviderId(currentTarget.value)
          setChosen(undefined)
        }}
      />
      <SlotPicker
        serviceTypeId={booking.service_type_id}
        providerId={providerId}
        day={day}
        zone={zone}
        duration={minutesBetween(booking.start, booking.end)}
        chosen={chosen}
        onChoose={setChosen}
      />
      {refusal && (
        <Refused
          refusal={refusal}
          zone={zone}
          providerName={(id) => providers.find((one) => one.id === id)?.name ?? ''}
          onChoose={send}
        />
      )}
      <FormProblem text={move.error && !refusal ? messageOf(move.error) : undefined} />
      <Group grow>
        <Button variant="default" onClick={onDone}>
          {t({ message: 'Back', context: 'go back' })}
        </Button>
        <Button disabled={!chosen} loading={move.isPending} onClick={() => chosen && send(chosen)}>
          {t({ message: 'Move here', context: 'move a booking to this time' })}
        </Button>
      </Group>
    </Stack>
  )
}

interface CancelFieldsProps {
  readonly field: ApiForm<{ reason: string }>['field']
  readonly isSending: boolean
  readonly isDisabled?: boolean
  readonly onKeep: () => void
  /** Words of the two buttons. */
  readonly keep: ReactNode
  readonly cancel: ReactNode
}

/** Asks why something is cancelled, and whether it is. */
function CancelFields({ field, isSending, isDisabled = false, onKeep, keep, cancel }: CancelFieldsProps) {
  return (
    <>
      <TextInput label={t`Reason`} description={t`Optional`} maxLength={200} autoFocus {...field('reason')} />
      <Group grow>
        <Button variant="default" onClick={onKeep}>
          {keep}
        </Button>
        <Button type="submit" color="red" loading={isSending} disabled={isDisabled}>
          {cancel}
        </Button>
      </Group>
    </>
  )
}
