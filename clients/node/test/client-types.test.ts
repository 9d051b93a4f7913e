import { createUsherClient, webhookHandler } from '@usher/sdk'
import express from 'express'

const usher = createUsherClient({
  baseUrl: 'http://usher.test',
  apiKey: 'usk_test',
  fetch: async () => Response.json({ data: [], next_cursor: null }),
})

const session = createUsherClient({ baseUrl: '', session: { csrfToken: () => 'csrf_test' } })

describe('the types of the SDK client', () => {
  test('reject wrong calls at compile time, and express accepts the webhook handler', async () => {
    const calls = async () => {
      const { data } = await usher.POST('/v1/queues', { body: { name: 'Door' } })
      const name: string = data.name
      const nothing: undefined = (await usher.DELETE('/v1/queues/{id}', { params: { path: { id: name } } }))
        .data
      const { data: csv } = await usher.GET('/v1/queues/{id}/guests/export', {
        params: { path: { id: name }, query: { from: '2026-11-01', to: '2026-11-02' } },
        parseAs: 'text',
      })
      csv satisfies string
      nothing satisfies undefined
      // @ts-expect-error the name is needed
      await usher.POST('/v1/queues', { body: {} })
      // What has a default may be left out.
      const replay = { since: '2026-12-01T09:00:00Z' }
      await usher.POST('/v1/webhook-endpoints/{id}/replay', { params: { path: { id: name } }, body: replay })
      // @ts-expect-error there is no such path
      await usher.GET('/v1/nothing')
      // @ts-expect-error the id is needed
      await usher.GET('/v1/queues/{id}')
      // @ts-expect-error statistics are no list
      usher.list('/v1/queues/{id}/statistics', { params: { path: { id: name } } })
      // @ts-expect-error a key cannot read the member who is signed in
      await usher.GET('/account/me')
      // @ts-expect-error a key cannot list sessions
      usher.list('/account/sessions')
      const { data: me } = await session.GET('/account/me')
      me.csrf_token satisfies string
      for await (const queue of session.list('/v1/queues')) queue.name satisfies string
      const id: string | undefined = (await usher.list('/v1/queues').next()).value?.id
      for await (const guest of usher.list('/v1/queues/{id}/guests', { params: { path: { id: id ?? '' } } }))
        guest.status satisfies string
    }
    expect(calls).toBeDefined()
    expect(
      express().post(
        '/usher',
        webhookHandler('whsec_AAAA', () => {}),
      ),
    ).toBeDefined()
  })
})
