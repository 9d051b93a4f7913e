import { t } from '@lingui/core/macro'
import { Button, Group, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { Form } from '../../forms/form.tsx'
import { textOrNull } from '../../forms/number-field.tsx'
import { needed } from '../../forms/rules.ts'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { notifyDone } from '../../ui/notify.ts'
import type { Booking } from './queries.ts'

const valuesOf = ({ customer, notes, seats }: Booking) => ({
  name: customer.name,
  phone: customer.phone ?? '',
  email: customer.email ?? '',
  locale: customer.locale,
  notes: notes ?? '',
  seats,
})

const bodyOf = ({ name, phone, email, locale, notes, seats }: ReturnType<typeof valuesOf>) => ({
  customer: { name, phone: textOrNull(phone), email: textOrNull(email), locale },
  notes: textOrNull(notes),
  seats,
})

const callsOf = (id: string) => ({
  read: () => api.get('/api/bookings/{id}', { params: { path: { id } } }),
  async write(body: Schemas['BookingUpdate'], etag: string) {
    const params = { path: { id }, header: { 'If-Match': etag } }
    return (await api.patch('/api/bookings/{id}', { params, body })).data
  },
})

export function EditForm({ booking, onDone }: { booking: Booking; onDone: () => void }) {
  const queryClient = useQueryClient()
  const { field, ...form } = useEditForm({
    resource: booking,
    valuesOf,
    bodyOf,
    ...callsOf(booking.id),
    validate: { name: needed(t`Enter a name`) },
    nested: ['customer'],
    async onSuccess() {
      onDone()
      notifyDone(t`Booking saved`)
      await queryClient.invalidateQueries({ queryKey: ['bookings'] })
    },
  })
  return (
    <Form of={form}>
      <TextInput label={t`Name`} autoFocus {...field('name')} />
      <TextInput label={t`Phone`} type="tel" {...field('phone')} />
      <TextInput label={t`E-mail`} type="email" {...field('email')} />
      <NumberInput
        label={t({ message: 'Seats', context: 'number of seats booked' })}
        min={1}
        max={1000}
        {...field('seats')}
      />
      <Textarea label={t`Notes`} maxLength={500} {...field('notes')} />
      <Group grow>
        <Button variant="default" onClick={onDone}>
          {t({ message: 'Back', context: 'go back' })}
        </Button>
        <Button type="submit" loading={form.isSending}>{t`Save`}</Button>
      </Group>
    </Form>
  )
}
