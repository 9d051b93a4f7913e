import { type Delivery, idOf, operations } from '@usher/contracts'
import { z } from 'zod'
import type { Ask } from '../ask.ts'
import { defineTool, READS } from '../tool.ts'
import { time } from './parts.ts'

/** Failed deliveries shown for each endpoint: the newest. */
const PER_ENDPOINT = 20

const failureView = z
  .object({
    ...operations.getDelivery.answer.pick({
      id: true,
      event: true,
      created_at: true,
      completed_at: true,
    }).shape,
    attempts: z.int(),
    last_status: z.int().nullable().meta({ description: 'HTTP status of the last answer; null: none came' }),
    last_error: z.string().nullable(),
  })
  .meta({ description: 'Without the body, which holds data of guests' })

const endpointView = z.object({
  ...operations.getWebhookEndpoint.answer.pick({ id: true, url: true, enabled: true }).shape,
  failed: z.array(failureView).meta({ description: `Newest first, at most ${PER_ENDPOINT}` }),
})

const listFailedDeliveries = defineTool({
  name: 'list_failed_deliveries',
  title: 'List failed webhook deliveries',
  description:
    'Lists the webhook deliveries that finally failed, by endpoint, with the last answer or error of each.',
  operations: [operations.listWebhookEndpoints, operations.listDeliveries],
  hints: READS,
  input: z.strictObject({
    endpoint_id: idOf('webhookEndpoint').optional().meta({ description: 'Only this one; absent: all' }),
    created_from: time('Not before this time').optional(),
  }),
  output: z.object({ data: z.array(endpointView) }),
  async run(ask, { endpoint_id, created_from }) {
    const data = []
    for (const endpoint of await endpointsOf(ask, endpoint_id)) {
      const query = { status: 'failed', limit: PER_ENDPOINT, created_from }
      const { data: failed } = await ask(operations.listDeliveries, { params: { id: endpoint.id }, query })
      data.push({ ...endpoint, failed: failed.map(present) })
    }
    return { data }
  },
})

async function endpointsOf(ask: Ask, id: string | undefined) {
  if (id !== undefined) return [await ask(operations.getWebhookEndpoint, { params: { id } })]
  return (await ask(operations.listWebhookEndpoints, { query: { limit: 100 } })).data
}

/** Without body and attempts, which are large. */
function present({ id, event, created_at, completed_at, attempts }: Delivery): z.infer<typeof failureView> {
  const last = attempts.at(-1)
  return {
    id,
    event,
    created_at,
    completed_at,
    attempts: attempts.length,
    last_status: last?.response?.status ?? null,
    last_error: last?.error ?? null,
  }
}

export const webhookTools = [listFailedDeliveries]
