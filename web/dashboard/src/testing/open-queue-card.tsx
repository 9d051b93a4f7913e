import type { ComponentType } from 'react'
import type { Schemas } from '../api/client.ts'
import { renderWith } from './render.tsx'
import { pageOf, QUEUE, QUEUE_MESSAGES, SERVICE_TYPE } from './samples.ts'

type Queue = Schemas['Queue']

/** Renders a settings card; the stubbed API records what it is sent. */
export function openQueueCard(Card: ComponentType<{ queue: Queue }>, queue = QUEUE) {
  let now = queue
  let messages = QUEUE_MESSAGES
  return renderWith(
    {
      getQueue: () => now,
      updateQueue({ body }) {
        now = { ...now, ...(body as Partial<Queue>) }
        return now
      },
      getQueueRefusals: { data: [] },
      listQueues: pageOf(queue),
      listServiceTypes: pageOf(SERVICE_TYPE),
      getQueueMessages: () => messages,
      updateQueueMessages({ body }) {
        messages = { ...messages, ...(body as Partial<typeof messages>) }
        return messages
      },
    },
    <Card queue={queue} />,
  )
}
