import { t } from '@lingui/core/macro'
import { Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { keepQueue } from '../../api/queues.ts'
import { Card } from '../../ui/card.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BasicsForm } from '../queue-settings/basics-form.tsx'

/** Creates a queue, then leads to its settings for the rest. */
export function Page() {
  const queryClient = useQueryClient()
  const [, go] = useLocation()
  return (
    <Stack maw={720} gap="lg">
      <PageHeader title={t`New queue`} />
      <Card title={t`Queue details`}>
        <BasicsForm
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
