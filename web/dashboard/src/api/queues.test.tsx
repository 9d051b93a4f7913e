import { QueryClient } from '@tanstack/react-query'
import { QUEUE } from '../testing/samples.ts'
import { stubApi } from '../testing/stub-api.ts'
import { queuesQuery } from './queues.ts'

test('reads all queues when they fill more than one page', async () => {
  const first = { data: [QUEUE, { ...QUEUE, name: 'Bar' }], next_cursor: 'after_bar' }
  const last = { data: [{ ...QUEUE, name: 'Terrace' }], next_cursor: null }
  const stub = stubApi({ listQueues: ({ query }) => (query.cursor === 'after_bar' ? last : first) })
  const queues = await new QueryClient().fetchQuery(queuesQuery)
  expect(queues.map(({ name }) => name)).toEqual([QUEUE.name, 'Bar', 'Terrace'])
  expect(stub.sent('listQueues').map(({ query }) => query.limit)).toEqual(['100', '100'])
})
