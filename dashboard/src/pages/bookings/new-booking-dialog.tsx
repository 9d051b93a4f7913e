import { Button, Modal, NativeSelect, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import type { ApiError } from '../../api/problem.ts'
import { useMe } from '../../api/session.ts'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifyDone } from '../../ui/notify.ts'
import type { Day } from '../../ui/zone-time.ts'
import type { Provider, ServiceType } from './queries.ts'
import { Refused, refusalOf } from './refused.tsx'
import { type Choice, SlotPicker } from './slot-picker.tsx'

interface Props {
  readonly day: Day
  readonly providers: readonly Provider[]
  readonly serviceTypes: readonly ServiceType[]
  readonly onClose: () => void
}

/** A service, then a free time, then the customer. */
export function NewBookingDialog(props: Props) {
  return (
    <Modal opened onClose={props.onClose} title="New booking" size="lg">
      <Steps {...props} />
    </Modal>
  )
}

function Steps({ day: firstDay, providers, serviceTypes, onClose }: Props) {
  const bookable = serviceTypes.filter(({ active }) => active)
  const [serviceTypeId, setServiceTypeId] = useState(bookable[0]?.id ?? '')
  const [providerId, setProviderId] = useState('')
  const [day, setDay] = useState(firstDay)
  const [chosen, setChosen] = useState<Choice>()
  const organizationZone = useMe().organization.timezone
  const zone = providers.find(({ id }) => id === providerId)?.time_zone ?? organizationZone
  const offering = bookable.find(({ id }) => id === serviceTypeId)?.provider_ids ?? []
  const nameOf = (id: string) => providers.find((one) => one.id === id)?.name ?? ''
  if (bookable.length === 0) return <Text>No service type can be booked yet. A manager can add one.</Text>
  const reset = (set: (value: string) => void) => (event: { currentTarget: { value: string } }) => {
    set(event.currentTarget.value)
    setChosen(undefined)
  }
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <NativeSelect
          label="Service"
          data={bookable.map(({ id: value, name: label }) => ({ value, label }))}
          value={serviceTypeId}
          data-autofocus
          onChange={reset(setServiceTypeId)}
        />
        <NativeSelect
          label="Provider"
          data={[
            { value: '', label: 'Any provider' },
            ...offering.map((value) => ({ value, label: nameOf(value) })),
          ]}
          value={providerId}
          onChange={reset(setProviderId)}
        />
        <TextInput type="date" label="Date" value={day} onChange={reset(setDay)} />
      </SimpleGrid>
      <SlotPicker {...{ serviceTypeId, providerId, day, zone, chosen }} onChoose={setChosen} />
      {chosen && (
        <CustomerForm
          serviceTypeId={serviceTypeId}
          choice={chosen}
          zone={zone}
          providerName={nameOf}
          onChoose={setChosen}
          onDone={onClose}
        />
      )}
    </Stack>
  )
}

interface CustomerProps {
  readonly serviceTypeId: string
  readonly choice: Choice
  readonly zone: string
  readonly providerName: (id: string) => string
  readonly onChoose: (choice: Choice) => void
  readonly onDone: () => void
}

function CustomerForm({ serviceTypeId, choice, zone, providerName, onChoose, onDone }: CustomerProps) {
  const queryClient = useQueryClient()
  const [refusal, setRefusal] = useState<ApiError>()
  const { fields, problem, isSending, onSubmit } = useApiForm({
    initialValues: { name: '', phone: '', email: '', notes: '' },
    validate: { name: needed('Enter a name') },
    nested: ['customer'],
    submit: ({ name, phone, email, notes }) =>
      api.post('/api/bookings', {
        body: {
          service_type_id: serviceTypeId,
          ...choice,
          customer: { name, phone: phone.trim() || null, email: email.trim() || null },
          notes: notes.trim() || null,
          source: 'dashboard',
        },
      }),
    async onSuccess() {
      onDone()
      notifyDone('Booked')
      await queryClient.invalidateQueries({ queryKey: ['bookings'] })
    },
    onError(error) {
      setRefusal(refusalOf(error))
      return refusalOf(error) !== undefined
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        {refusal && (
          <Refused
            {...{ refusal, zone, providerName }}
            onChoose={(other) => {
              setRefusal(undefined)
              onChoose(other)
            }}
          />
        )}
        <FormProblem text={problem} />
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <TextInput key={fields.key('name')} label="Name" {...fields.getInputProps('name')} />
          <TextInput key={fields.key('phone')} label="Phone" type="tel" {...fields.getInputProps('phone')} />
          <TextInput
            key={fields.key('email')}
            label="E-mail"
            type="email"
            {...fields.getInputProps('email')}
          />
        </SimpleGrid>
        <Textarea
          key={fields.key('notes')}
          label="Notes"
          maxLength={500}
          {...fields.getInputProps('notes')}
        />
        <Button type="submit" loading={isSending}>
          Book
        </Button>
      </Stack>
    </form>
  )
}
