import { type Client, type Receiver, until } from '@usher/test-kit'
import { anEvent, deliveriesOf, givenDelivery, type Harness } from './harness.ts'

export const ENDPOINTS = '/v1/webhook-endpoints'
export const LONG_AGO = '2026-01-01T00:00:00Z'

export const idsAt = ({ received }: Receiver) => received.map(({ headers }) => headers['webhook-id'])

/** Publishes events one after the other, so that their order is known. */
export async function publishEach(
  harness: Harness,
  api: Client,
  endpointId: string,
  names: readonly string[],
) {
  const before = (await deliveriesOf(api, endpointId)).length
  for (const [index, name] of names.entries()) {
    await harness.publish(anEvent(harness.organizationId, { name }))
    await until(
      'the delivery',
      async () =>
        (await api('GET', `${ENDPOINTS}/${endpointId}/deliveries?limit=100`)).body.data.length >
        before + index,
    )
  }
}

export const names = (count: number) => Array.from({ length: count }, (_, i) => `Guest ${i}`)

/** An endpoint that the service disabled, as its receiver was gone, and that missed events since. */
export async function givenMissed(harness: Harness, receiver: Receiver, count: number) {
  const { api, endpoint, log } = await givenDelivery(harness, receiver, [410])
  await until('the disabling', async () => (await log())[0]?.status === 'failed')
  await publishEach(harness, api, endpoint.id, names(count))
  const path = `${ENDPOINTS}/${endpoint.id}`
  const ended = (id: string) =>
    until('the end of the replay', async () => {
      const { body } = await api('GET', `${path}/replays/${id}`)
      return body.status !== 'running' && body
    })
  const enable = async () => (await api('PATCH', path, { body: { enabled: true } })).body
  return { api, endpoint, path, log, ended, enable }
}
