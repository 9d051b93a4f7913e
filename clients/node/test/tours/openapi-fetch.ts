import createClient from 'openapi-fetch'
import type { paths } from './schema.js'

/** The tour with openapi-fetch and the types that openapi-typescript generates. */
export async function tour(url: string, key: string, unknownGuest: string) {
  const client = createClient<paths>({ baseUrl: url, headers: { authorization: `Bearer ${key}` } })
  const { data: queue } = await client.POST('/v1/queues', { body: { name: 'Door' } })
  const line = { path: { id: queue?.id ?? '' } }
  const { data: guest } = await client.POST('/v1/queues/{id}/guests', { params: line, body: { name: 'Ada' } })
  const params = { path: { id: guest?.id ?? '' } }
  const { data: got } = await client.GET('/v1/guests/{id}', { params })
  const { data: page } = await client.GET('/v1/queues/{id}/guests', {
    params: { ...line, query: { limit: 10 } },
  })
  const { data: updated } = await client.PATCH('/v1/guests/{id}', { params, body: { name: 'Bo' } })
  const { error } = await client.GET('/v1/guests/{id}', { params: { path: { id: unknownGuest } } })
  return {
    queue: queue?.name,
    added: guest?.name,
    got: got?.name,
    listed: page?.data.map(({ name }) => name),
    updated: updated?.name,
    refused: { status: error?.status, code: error?.code },
  }
}
