import { t } from '@lingui/core/macro'
import { Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api } from '../../api/client.ts'
import { keepQueue } from '../../api/queues.ts'
import { useMe } from '../../api/session.ts'
import { Card } from '../../ui/card.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BasicsForm } from '../queue-settings/basics-form.tsx'

const USUAL = {
  name: '',
  capacity: null,
  min_party_size: 1,
  max_party_size: 99,
  service_minutes: 15,
  servers: 1,
  almost_ready_position: 3,
  no_show_after_minutes: null,
  explain_delays: true,
}

/** Creates a queue, then leads to its settings for the rest. */
export function Page() {
  const queryClient = useQueryClient()
  const [, go] = useLocation()
  const { organization } = useMe()
  return (
    <Stack maw={720} gap="lg">
      <PageHeader title={t`New queue`} />
      <Card title={t`Queue details`}>
        <BasicsForm
          initial={{ ...USUAL, timezone: organization.timezone }}
          action={t`Create queue`}
          submit={async (body) => (await api.post('/v1/queues', { body })).data}
          onDone={(queue) => {
            keepQueue(queryClient, queue)
            notifyDone(t`${{ queue: queue.name }} is open.`)
            go(`/queues/${queue.id}/settings`)
          }}
        />
        <Text c="dimmed" size="sm">{t`Next: opening hours, joining by QR code, messages and more.`}</Text>
      </Card>
    </Stack>
  )
}
