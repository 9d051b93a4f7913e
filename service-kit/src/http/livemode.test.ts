import { livemode, operations } from '@usher/contracts'
import { z } from 'zod'
import { livemodeFiller } from './livemode.ts'

const LIVE = { organization_id: 'org_01h455vb4pex5vsknk084sn02q' }
const TEST = { organization_id: 'org_test_01h455vb4pex5vsknk084sn02q' }

const resource = z.object({ id: z.string(), livemode })

describe('the mode in answers', () => {
  test('given a resource, a page or a resource in another, then each says whose data it is', () => {
    const fill = livemodeFiller(
      z.object({ data: z.array(resource), first: resource.nullable(), last: resource.nullable() }),
    )
    const body = { data: [{ id: '1' }], first: { id: '1' }, last: null }
    for (const [caller, livemode] of [
      [LIVE, true],
      [TEST, false],
    ] as const) {
      const filled = { id: '1', livemode }
      expect(fill(body, caller)).toEqual({ data: [filled], first: filled, last: null })
    }
    expect(body.data).toEqual([{ id: '1' }])
  })

  test('given an answer of other things, then it stays as it is, also a mode of its own', () => {
    const body = { livemode: true }
    expect(livemodeFiller(operations.getApiKey.answer)(body, TEST)).toBe(body)
    expect(livemodeFiller(null)(null, TEST)).toBeNull()
  })

  test.each([
    'getQueue',
    'addGuest',
    'getGuest',
    'getBooking',
    'createBookingSeries',
    'getNotification',
    'getTemplate',
    'getServiceType',
    'getProvider',
    'getCategory',
    'getProduct',
    'getWebhookEndpoint',
    'getDelivery',
  ] as const)('given %s, then its answer says it', (id) => {
    expect(livemodeFiller(operations[id].answer)({}, TEST)).toMatchObject({ livemode: false })
  })

  test.each(['listQueues', 'listGuests', 'listBookings', 'listStandbys', 'listDeliveries'] as const)(
    'given %s, then its items say it',
    (id) => {
      const filled = livemodeFiller(operations[id].answer)({ data: [{}], next_cursor: null }, TEST)
      expect(filled).toMatchObject({ data: [{ livemode: false }] })
    },
  )
})
