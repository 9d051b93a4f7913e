import { livemode, operations } from '@usher/contracts'
import { z } from 'zod'
import { livemodeFiller } from './livemode.ts'

const LIVE = { organization_id: 'org_01h455vb4pex5vsknk084sn02q' }
const TEST = { organization_id: 'org_test_01h455vb4pex5vsknk084sn02q' }

const resource = z.object({ id: z.string(), livemode })

describe('the mode in answers', () => {
  test('adds livemode to a resource, to the items of a page and to a nested resource', () => {
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

  test('leaves answers without such a resource unchanged, including their own livemode field', () => {
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
  ] as const)('the answer of %s has livemode', (id) => {
    expect(livemodeFiller(operations[id].answer)({}, TEST)).toMatchObject({ livemode: false })
  })

  test.each(['listQueues', 'listGuests', 'listBookings', 'listStandbys', 'listDeliveries'] as const)(
    'the items of %s have livemode',
    (id) => {
      const filled = livemodeFiller(operations[id].answer)({ data: [{}], next_cursor: null }, TEST)
      expect(filled).toMatchObject({ data: [{ livemode: false }] })
    },
  )
})
