import { t } from '@lingui/core/macro'
import { Button, Group, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { Form } from '../../forms/form.tsx'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { useSaveOver } from '../../forms/use-save-over.ts'
import { notifyDone } from '../../ui/notify.ts'
import type { Booking } from './queries.ts'

const valuesOf = ({ customer, notes, seats }: Booking) => ({
  name: customer.name,
  phone: customer.phone ?? '',
  email: customer.email ?? '',
  notes: notes ?? '',
  seats,
})

type Values = ReturnType<typeof valuesOf>

const bodyOf = ({ name, phone, email, notes, seats }: Values, locale: Booking['customer']['locale']) => ({
  customer: { name, phone: phone.trim() || null, email: email.trim() || null, locale },
  notes: notes.trim() || null,
  seats,
})

const sentOf = (booking: Booking) => bodyOf(valuesOf(booking), booking.customer.locale)

const callsOf = (id: string) => ({
  read: () => api.get('/api/bookings/{id}', { params: { path: { id } } }),
  async write(body: Schemas['BookingUpdate'], etag: string) {
    const params = { path: { id }, header: { 'If-Match': etag } }
    return (await api.patch('/api/bookings/{id}', { params, body })).data
  },
})

export function EditForm({ booking, onDone }: { booking: Booking; onDone: () => void }) {
  const queryClient = useQueryClient()
  const over = useSaveOver({ resource: booking, bodyOf: sentOf, ...callsOf(booking.id) })
  const { fields, setSaved, ...form } = useApiForm({
    initialValues: valuesOf(booking),
    validate: { name: needed(t`Enter a name`) },
    nested: ['customer'],
    submit: (values) => over.save(bodyOf(values, booking.customer.locale)),
    onError: over.onError,
    async onSuccess() {
      onDone()
      notifyDone(t`Booking saved`)
      await queryClient.invalidateQueries({ queryKey: ['bookings'] })
    },
  })
  return (
    <Form of={form} over={over} fill={(now) => setSaved(valuesOf(now))}>
      <TextInput key={fields.key('name')} label={t`Name`} autoFocus {...fields.getInputProps('name')} />
      <TextInput key={fields.key('phone')} label={t`Phone`} type="tel" {...fields.getInputProps('phone')} />
      <TextInput
        key={fields.key('email')}
        label={t`E-mail`}
        type="email"
        {...fields.getInputProps('email')}
      />
      <NumberInput
        key={fields.key('seats')}
        label={t({ message: 'Seats', context: 'number of seats booked' })}
        min={1}
        max={1000}
        {...fields.getInputProps('seats')}
      />
      <Textarea
        key={fields.key('notes')}
        label={t`Notes`}
        maxLength={500}
        {...fields.getInputProps('notes')}
      />
      <Group grow>
        <Button variant="default" onClick={onDone}>
          {t({ message: 'Back', context: 'go back' })}
        </Button>
        <Button type="submit" loading={form.isSending}>{t`Save`}</Button>
      </Group>
    </Form>
  )
}
