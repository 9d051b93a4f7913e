import { OPERATIONS } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

const OF_SERVICE = OPERATIONS.filter(({ service }) => service === 'webhook-delivery')

describe('an API key limited to some queues', () => {
  test.each(OF_SERVICE.map((operation) => [operation.id, operation] as const))(
    'gets 403 for %s',
    async (_id, { method, path }) => {
      const key = harness.client({ queue_ids: [newId('queue')] })
      const answer = await key(method.toUpperCase(), path.replace('{id}', newId('webhookEndpoint')))
      expect(answer.body).toMatchObject({ status: 403, code: 'forbidden' })
    },
  )
})
