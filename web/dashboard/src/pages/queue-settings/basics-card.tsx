import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { Schemas } from '../../api/client.ts'
import { queueCalls } from '../../api/queues.ts'
import { useSaveOver } from '../../forms/use-save-over.ts'
import { Card } from '../../ui/card.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { BasicsForm, basicsOf } from './basics-form.tsx'

export function BasicsCard({ queue }: { queue: Schemas['Queue'] }) {
  const queryClient = useQueryClient()
  const over = useSaveOver({
    resource: queue,
    bodyOf: basicsOf,
    ...queueCalls(queryClient, queue.id),
  })
  return (
    <Card title={t`Queue details`}>
      <BasicsForm initial={queue} over={over} submit={over.save} onDone={() => notifyDone(t`Saved.`)} />
    </Card>
  )
}
