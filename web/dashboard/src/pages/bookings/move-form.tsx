import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../api/problem.ts'
import { DateField } from '../../forms/dates/date-field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { dayIn, minutesBetween } from '../../ui/zone-time.ts'
import type { Booking, Provider, ServiceType } from './queries.ts'
import { Refused, refusalOf } from './refused.tsx'
import { type Choice, SlotPicker } from './slot-picker.tsx'
import { useMove } from './use-move.ts'

interface Props {
  readonly booking: Booking
  readonly providers: readonly Provider[]
  readonly serviceTypes: readonly ServiceType[]
  readonly onDone: () => void
}

/** Moves a booking to a free time: what dragging does, by keyboard and touch. */
export function MoveForm({ booking, providers, serviceTypes, onDone }: Props) {
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
  const send = (choice: Choice) => move.mutate({ booking, ...choice })
  return (
    <Stack>
      <DateField label={t`New date`} zone={zone} value={day} autoFocus onChange={setDay} />
      <NativeSelect
        label={t`Provider`}
        data={options.map(({ id: value, name: label }) => ({ value, label }))}
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
          <Trans context="go back">Back</Trans>
        </Button>
        <Button disabled={!chosen} loading={move.isPending} onClick={() => chosen && send(chosen)}>
          <Trans context="move a booking to this time">Move here</Trans>
        </Button>
      </Group>
    </Stack>
  )
}
