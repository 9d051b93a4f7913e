import { openApiDocument } from '@usher/contracts'
import { methodNames } from '../tools/model/method-names.ts'
import { sdkOperations } from '../tools/model/operations.ts'

const operations = sdkOperations(openApiDocument('https://usher.invalid'))
const nameOf = (id: string) => {
  const { resource, name } = operations.find((operation) => operation.id === id) ?? { resource: [], name: '' }
  return [...resource, name].join('.')
}

describe('method names of the SDKs', () => {
  test.each([
    ['addGuest', 'queues.guests.add'],
    ['getGuest', 'guests.get'],
    ['getGuestTimeline', 'guests.getTimeline'],
    ['seatGuest', 'guests.seat'],
    ['callNextGuest', 'queues.callNextGuest'],
    ['streamQueue', 'queues.stream'],
    ['getNotificationSettings', 'notifications.getSettings'],
    ['listOptOuts', 'notifications.optOuts.list'],
    ['listTestMessages', 'test.messages.list'],
    ['rotateWebhookSecret', 'webhookEndpoints.rotateSecret'],
    ['getReplay', 'webhookEndpoints.replays.get'],
    ['createBooking', 'bookings.create'],
    ['checkInBooking', 'bookings.checkIn'],
    ['cancelBookingSeries', 'bookingSeries.cancel'],
    ['listCategories', 'categories.list'],
    ['listCatalogCategories', 'catalog.listCategories'],
    ['listCalendarConflicts', 'googleCalendar.connections.conflicts.list'],
  ])('operation %s becomes method %s', (id, name) => {
    expect(nameOf(id)).toBe(name)
  })

  test('path ids are named after their resource', () => {
    const idsOf = (id: string) => operations.find((operation) => operation.id === id)?.ids
    expect(idsOf('getCategory')).toEqual(['categoryId'])
    expect(idsOf('getReplay')).toEqual(['webhookEndpointId', 'replayId'])
    expect(idsOf('getCatalog')).toEqual(['organizationId'])
  })

  test('omit operations that only sessions may call', () => {
    expect(operations.map(({ id }) => id)).not.toContain('createOAuthClient')
  })

  test('throw when two operations would get the same method name', () => {
    const alike = ['/v1/guests/{id}', '/api/guests/{id}'].map((path, index) => ({
      path,
      operationId: index === 0 ? 'getGuest' : 'getGuests',
    }))
    expect(() => methodNames(alike)).toThrow('getGuest and getGuests are both guests.get')
  })
})
