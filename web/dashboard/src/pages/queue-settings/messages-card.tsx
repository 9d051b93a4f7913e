import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { SimpleGrid, Switch } from '@mantine/core'
import { type QueryClient, queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { QuietHoursField } from '../../forms/dates/quiet-hours-field.tsx'
import { Form } from '../../forms/form.tsx'
import { NumberField, numberNeeded } from '../../forms/number-field.tsx'
import { SaveRow } from '../../forms/save-row.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { Card } from '../../ui/card.tsx'
import { Part } from '../../ui/part.tsx'

type Messages = Schemas['QueueMessages']

const OCCASIONS: readonly { name: keyof Messages['automatic']; label: MessageDescriptor }[] = [
  { name: 'added', label: msg`When they join` },
  { name: 'almost_ready', label: msg`When they are almost ready` },
  { name: 'ready', label: msg`When they are called` },
  { name: 'reminder', label: msg`When they have not come after being called` },
  { name: 'no_show', label: msg`When they are marked as a no-show` },
  { name: 'requeued', label: msg`When they are back in the line` },
]

const messagesQuery = (id: string) =>
  queryOptions({
    queryKey: ['queue', id, 'messages'],
    queryFn: async () => (await api.get('/v1/queues/{id}/messages', { params: { path: { id } } })).data,
  })

export function MessagesCard({ queue }: { queue: Schemas['Queue'] }) {
  return (
    <Card title={t`Messages`} description={t`Messages that guests get automatically.`}>
      <Part>
        <MessagesForm id={queue.id} zone={queue.timezone} />
      </Part>
    </Card>
  )
}

const valuesOf = ({ automatic, reminder_after_minutes, quiet_hours }: Messages) => ({
  automatic,
  reminder_after_minutes,
  quiet_hours,
})

const bodyOf = (values: ReturnType<typeof valuesOf>) => ({
  ...values,
  reminder_after_minutes: numberNeeded(values.reminder_after_minutes),
})

const messagesCalls = (queryClient: QueryClient, id: string) => ({
  read: () => api.get('/v1/queues/{id}/messages', { params: { path: { id } } }),
  async write(body: Schemas['QueueMessagesUpdate'], etag: string) {
    const params = { path: { id }, header: { 'If-Match': etag } }
    const { data } = await api.patch('/v1/queues/{id}/messages', { params, body })
    queryClient.setQueryData(messagesQuery(id).queryKey, data)
    return data
  },
})

function MessagesForm({ id, zone }: { id: string; zone: string }) {
  const { data: known } = useSuspenseQuery(messagesQuery(id))
  const queryClient = useQueryClient()
  const { field, values, fields, errorAt, ...form } = useEditForm({
    resource: known,
    valuesOf,
    bodyOf,
    rows: ['quiet_hours'],
    ...messagesCalls(queryClient, id),
  })
  return (
    <Form of={form}>
      {OCCASIONS.map(({ name, label }) => (
        <Switch key={name} label={i18n._(label)} {...field(`automatic.${name}`, { type: 'checkbox' })} />
      ))}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberField
          label={t`Reminder after (minutes)`}
          description={t`After the call`}
          max={120}
          {...field('reminder_after_minutes')}
        />
      </SimpleGrid>
      <QuietHoursField
        description={t`During these hours, only messages that a guest in line is waiting for are sent`}
        zone={zone}
        hours={values.quiet_hours}
        onChange={(hours) => fields.setFieldValue('quiet_hours', hours)}
        errorAt={errorAt}
      />
      <SaveRow of={form} />
    </Form>
  )
}
