import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { SimpleGrid, Switch } from '@mantine/core'
import { type QueryClient, queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { TimeRange } from '../../forms/dates/time-range.tsx'
import { Form } from '../../forms/form.tsx'
import { type Entered, NumberField, numberNeeded } from '../../forms/number-field.tsx'
import { SaveRow } from '../../forms/save-row.tsx'
import { useSave } from '../../forms/use-save.ts'
import { useSaveOver } from '../../forms/use-save-over.ts'
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

const bodyOf = ({ automatic, reminder_after_minutes, quiet_hours }: Messages) => ({
  automatic,
  reminder_after_minutes,
  quiet_hours,
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
  const [automatic, setAutomatic] = useState(known.automatic)
  const [minutes, setMinutes] = useState<Entered>(known.reminder_after_minutes)
  const [quiet, setQuiet] = useState(known.quiet_hours)
  const body = { automatic, reminder_after_minutes: numberNeeded(minutes), quiet_hours: quiet }
  const over = useSaveOver({ resource: known, bodyOf, ...messagesCalls(queryClient, id) })
  const { errorAt, ...form } = useSave({
    save: () => over.save(body),
    onError: over.onError,
  })
  const fill = (now: Messages) => {
    setAutomatic(now.automatic)
    setMinutes(now.reminder_after_minutes)
    setQuiet(now.quiet_hours)
  }
  return (
    <Form of={form} over={over} fill={fill}>
      {OCCASIONS.map(({ name, label }) => (
        <Switch
          key={name}
          label={i18n._(label)}
          checked={automatic[name]}
          onChange={(event) => setAutomatic({ ...automatic, [name]: event.currentTarget.checked })}
        />
      ))}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberField
          label={t`Reminder after (minutes)`}
          description={t`After the call`}
          value={minutes}
          max={120}
          onChange={setMinutes}
          error={errorAt('/reminder_after_minutes')}
        />
      </SimpleGrid>
      <Switch
        label={t`Quiet hours`}
        description={t`During these hours, only messages that a guest in line is waiting for are sent`}
        checked={quiet !== null}
        onChange={(event) => setQuiet(event.currentTarget.checked ? { start: '22:00', end: '08:00' } : null)}
      />
      {quiet && (
        <TimeRange
          labels={{ start: t`Quiet from`, end: t`Quiet to` }}
          zone={zone}
          span={quiet}
          onChange={setQuiet}
          errorAt={(part) => errorAt(`/quiet_hours/${part}`)}
        />
      )}
      <SaveRow isSending={form.isSending} isChanged={over.isChanged(body)} />
    </Form>
  )
}
