import { Button, Group, NumberInput, Stack, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { FormProblem } from '../../forms/form-problem.tsx'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { notifyDone } from '../../ui/notify.ts'
import type { Booking } from './queries.ts'

export function EditForm({ booking, onDone }: { booking: Booking; onDone: () => void }) {
  const queryClient = useQueryClient()
  const { id, customer, notes, seats } = booking
  const { fields, problem, isSending, onSubmit } = useApiForm({
    initialValues: {
      name: customer.name,
      phone: customer.phone ?? '',
      email: customer.email ?? '',
      notes: notes ?? '',
      seats,
    },
    validate: { name: needed('Enter the name') },
    submit: ({ name, phone, email, ...given }) =>
      api.patch('/api/bookings/{id}', {
        params: { path: { id } },
        body: {
          customer: {
            name,
            phone: phone.trim() || null,
            email: email.trim() || null,
            locale: customer.locale,
          },
          notes: given.notes.trim() || null,
          ...(given.seats !== seats && { seats: given.seats }),
        },
      }),
    async onSuccess() {
      onDone()
      notifyDone('The booking is changed')
      await queryClient.invalidateQueries({ queryKey: ['bookings'] })
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormProblem text={problem} />
        <TextInput key={fields.key('name')} label="Name" autoFocus {...fields.getInputProps('name')} />
        <TextInput key={fields.key('phone')} label="Phone" type="tel" {...fields.getInputProps('phone')} />
        <TextInput key={fields.key('email')} label="E-mail" type="email" {...fields.getInputProps('email')} />
        <NumberInput
          key={fields.key('seats')}
          label="Seats"
          min={1}
          max={1000}
          {...fields.getInputProps('seats')}
        />
        <Textarea
          key={fields.key('notes')}
          label="Notes"
          maxLength={500}
          {...fields.getInputProps('notes')}
        />
        <Group grow>
          <Button variant="default" onClick={onDone}>
            Back
          </Button>
          <Button type="submit" loading={isSending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
