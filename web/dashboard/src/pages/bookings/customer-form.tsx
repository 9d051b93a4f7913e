import { plural, t } from '@lingui/core/macro'
import { Button, Group, List, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { UsherError } from '@usher/sdk/client'
import { useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { ruleText } from '../../api/rule-words.ts'
import { textOrNull } from '../../forms/number-field.tsx'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { dayAndClock } from '../../ui/zone-time.ts'
import { RefusalAlert } from './refusal-alert.tsx'
import { Refused, refusalOf } from './refused.tsx'
import type { Choice } from './slot-picker.tsx'

interface Props extends Wanted {
  /** Visits that are wanted. */
  readonly count: number
  /** What is still missing, in place of the button; undefined: nothing. */
  readonly missing: string | undefined
  /** Whether the dialog opens with the focus here. */
  readonly hasFocus: boolean
  readonly providerName: (id: string) => string
  readonly onChoose: (choice: Choice) => void
  readonly onDone: () => void
}

/** Who a time is booked for. */
export function CustomerForm(props: Props) {
  const { count, missing, hasFocus, providerName, onChoose, onDone, ...wanted } = props
  const { zone } = wanted
  const { field, refusal, clashes, bookRest, problem, ...form } = useBookingForm(wanted, onDone)
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <TextInput label={t`Name`} data-autofocus={hasFocus || undefined} {...field('name')} />
          <TextInput label={t`Phone`} type="tel" {...field('phone')} />
          <TextInput label={t`E-mail`} type="email" {...field('email')} />
        </SimpleGrid>
        <Textarea label={t`Notes`} maxLength={500} {...field('notes')} />
        {refusal && (
          <Refused
            key={refusal.requestId}
            refusal={refusal}
            zone={zone}
            providerName={providerName}
            onChoose={onChoose}
          />
        )}
        {clashes && (
          <SeriesClashes
            clashes={clashes}
            count={count}
            zone={zone}
            providerName={providerName}
            isSending={form.isSending}
            onBookRest={bookRest}
          />
        )}
        <FormProblem text={problem} />
        {missing === undefined ? (
          <Button type="submit" loading={form.isSending}>
            {t({ message: 'Book', context: 'make a booking' })}
          </Button>
        ) : (
          <Text c="dimmed">{missing}</Text>
        )}
      </Stack>
    </form>
  )
}

interface Wanted {
  readonly serviceTypeId: string
  /** Empty: any. */
  readonly providerId: string
  /** undefined: no time is chosen yet. */
  readonly choice: Choice | undefined
  /** undefined: a single booking. */
  readonly recurrence: string | undefined
  readonly zone: string
}

interface Values extends Record<string, unknown> {
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly notes: string
}

/** Books a time for a customer, or a series of times. */
function useBookingForm(wanted: Wanted, onDone: () => void) {
  const queryClient = useQueryClient()
  const [refused, setRefused] = useState<{ error: unknown; wanted: string }>()
  const isPartial = useRef(false)
  const form = useApiForm({
    initialValues: { name: '', phone: '', email: '', notes: '' },
    validate: { name: needed(t`Enter a name`) },
    nested: ['customer'],
    submit: (values) => book(wanted, values, isPartial.current),
    async onSuccess(said) {
      onDone()
      notifyDone(said)
      await queryClient.invalidateQueries({ queryKey: ['bookings'] })
    },
    onError(error) {
      isPartial.current = false
      setRefused({ error, wanted: JSON.stringify(wanted) })
      return refusalOf(error) !== undefined || clashesOf(error) !== undefined
    },
  })
  // A refusal is about what was wanted then.
  const error = refused?.wanted === JSON.stringify(wanted) ? refused.error : undefined
  return {
    ...form,
    refusal: refusalOf(error) as UsherError | undefined,
    clashes: clashesOf(error),
    bookRest() {
      isPartial.current = true
      form.onSubmit()
    },
  }
}

/** Returns what is done, in words. */
async function book(wanted: Wanted, values: Values, partial: boolean): Promise<string> {
  const { serviceTypeId: service_type_id, providerId, choice, recurrence, zone } = wanted
  if (!choice) throw new Error('No time is chosen')
  const common = {
    customer: { name: values.name, phone: textOrNull(values.phone), email: textOrNull(values.email) },
    notes: textOrNull(values.notes),
    source: 'dashboard',
  }
  if (recurrence === undefined) {
    await api.post('/api/bookings', { body: { service_type_id, ...choice, ...common } })
    return t`Booked`
  }
  const services = [{ service_type_id, ...(providerId && { provider_id: providerId }) }]
  const body = { services, start: choice.start, recurrence, timezone: zone, partial, ...common }
  const { data } = await api.post('/api/booking-series', { body })
  const made = data.bookings.length
  return plural(made, { one: '# booking made', other: '# bookings made' })
}

type Clash = UsherError['clashes'][number]

/** What clashes, if the error is a refused series. */
const clashesOf = (error: unknown): readonly Clash[] | undefined =>
  error instanceof UsherError && error.code === 'series_clash' ? error.clashes : undefined

interface ClashesOfProps {
  readonly clashes: readonly Clash[]
  /** Visits that were asked for. */
  readonly count: number
  readonly zone: string
  readonly providerName: (id: string) => string
  readonly isSending: boolean
  readonly onBookRest: () => void
}

/** Shows which visits of a series cannot be booked, and the nearest free time to each. */
function SeriesClashes({ clashes, count, zone, providerName, isSending, onBookRest }: ClashesOfProps) {
  const taken = clashes.length
  const rest = count - taken
  return (
    <RefusalAlert
      title={plural(taken, {
        one: 'One time is not free. Nothing is booked yet.',
        other: '# times are not free. Nothing is booked yet.',
      })}
    >
      <Stack gap="sm">
        <List mah={240} tabIndex={0} aria-label={t`Times that are not free`} style={{ overflow: 'auto' }}>
          {clashes.map((clash) => (
            <List.Item key={clash.start}>
              <Text fw={600}>{dayAndClock(clash.start, zone)}</Text>
              <Text size="sm">{reasonOf(clash)}</Text>
              <Text size="sm">{nearestText(clash, zone, providerName)}</Text>
            </List.Item>
          ))}
        </List>
        {rest > 0 && (
          <Group>
            <Button loading={isSending} onClick={onBookRest}>
              {plural(rest, { one: 'Book the other visit', other: 'Book the other # visits' })}
            </Button>
          </Group>
        )}
        <Text size="sm">{t`Or choose another time.`}</Text>
      </Stack>
    </RefusalAlert>
  )
}

const reasonOf = ({ code, rules }: Clash): string =>
  code === 'limit_reached'
    ? t`The customer has reached the limit of bookings for this day.`
    : rules.map(ruleText).join(' ')

function nearestText({ nearest }: Clash, zone: string, providerName: ClashesOfProps['providerName']): string {
  if (!nearest) return t`No free times nearby.`
  const [provider = ''] = nearest.provider_ids
  return t`Nearest free time: ${{ time: dayAndClock(nearest.start, zone) }} · ${{ provider: providerName(provider) }}`
}
