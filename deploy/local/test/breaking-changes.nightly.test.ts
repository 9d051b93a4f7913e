import { NEWEST_API_VERSION } from '@usher/contracts'
import { contractIn } from '../src/api-changes/baselines.ts'
import { breakingChanges } from '../src/api-changes/breaking-changes.ts'
import { findOasdiff } from '../src/api-changes/oasdiff.ts'

const { signal } = new AbortController()
const oasdiff = await findOasdiff(signal)

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
type Document = any

/** What is found once the newest version promises something else. */
async function after(change: (contract: Document) => void): Promise<string[]> {
  if ('missing' in oasdiff) return []
  return await breakingChanges(oasdiff.program, signal, (id) => {
    const contract = structuredClone(contractIn(id))
    if (id === NEWEST_API_VERSION) change(contract)
    return contract
  })
}

const schemaOf = (contract: Document, name: string) => contract.components.schemas[name]

const guestAddedIn = ({ paths }: Document) =>
  paths['/webhooks/guest.added'].get.responses[200].content['application/json'].schema

// Without Go there is no oasdiff, and nothing to test.
;('missing' in oasdiff ? describe.skip : describe)('breaking changes between API versions', () => {
  test('none are reported when nothing has changed', async () => {
    expect(await after(() => {})).toEqual([])
  })

  test.each<[string, (contract: Document) => void, string]>([
    [
      'an answer has lost a field',
      (contract) => {
        const booking = schemaOf(contract, 'Booking')
        delete booking.properties.seats
        booking.required = booking.required.filter((name: string) => name !== 'seats')
      },
      'seats',
    ],
    [
      'a field of requests has another name',
      (contract) => {
        const { properties } = schemaOf(contract, 'ProviderCreate')
        properties.zone = properties.timezone
        delete properties.timezone
      },
      'timezone',
    ],
    [
      'a query parameter is gone',
      ({ paths }) => {
        const { get } = paths['/api/availability']
        get.parameters = get.parameters.filter(({ name }: { name?: string }) => name !== 'timezone')
      },
      'timezone',
    ],
    [
      'webhooks have lost a field',
      (contract) => {
        const { data } = guestAddedIn(contract).properties
        delete data.properties.queue_id
        data.required = data.required.filter((name: string) => name !== 'queue_id')
      },
      'queue_id',
    ],
    [
      'an operation is gone',
      ({ paths }) => {
        delete paths['/v1/queues/{id}'].delete
      },
      '/v1/queues/{id}',
    ],
    [
      'a request needs one more field',
      (contract) => schemaOf(contract, 'QueueCreate').required.push('servers'),
      'servers',
    ],
  ])('are reported when %s', async (_, change, named) => {
    const found = await after(change)
    expect(found.join('\n')).toContain(named)
    expect(found.at(-1)).toContain('make it a new version')
  })

  test.each<[string, (contract: Document) => void]>([
    [
      'an answer has one more field',
      (contract) => {
        schemaOf(contract, 'Booking').properties.colour = { type: 'string' }
        schemaOf(contract, 'Booking').required.push('colour')
      },
    ],
    [
      'webhooks have one more field',
      (contract) => {
        const { data } = guestAddedIn(contract).properties
        data.properties.colour = { type: 'string' }
        data.required.push('colour')
      },
    ],
    ['answers have one more value', (contract) => schemaOf(contract, 'GuestStatus').enum.push('asleep')],
  ])('none are reported when %s', async (_, change) => {
    expect(await after(change)).toEqual([])
  })
})
