import { until } from '@usher/test-kit'
import { startService } from './support/fake-service.ts'
import { send } from './support/send.ts'
import { startAll } from './support/start.ts'

const GUEST = '/v1/guests/gst_1'

describe('a service that is down', () => {
  test('answers 503 with Retry-After while the service is down and forwards again once it is back', async () => {
    await using all = await startAll()
    const key = all.accounts.addKey()
    expect((await send(all.url + GUEST, { key })).status).toBe(204)
    await all.service[Symbol.asyncDispose]()
    for (let i = 0; i < 20; i += 1) {
      const answer = await send(all.url + GUEST, { key })
      expect([answer.status, answer.json().code]).toEqual([503, 'service_unavailable'])
      expect(answer.headers['retry-after']).toBe('1')
      expect(answer.json().detail).toContain('nothing was done')
    }
    await using _back = await startService(undefined, all.service.port)
    await until(
      'the service to be used again',
      async () => (await send(all.url + GUEST, { key })).status === 204,
    )
    expect((await send(all.url + GUEST, { key })).status).toBe(204)
  })

  test('stops calling a failing service once the breaker is open', async () => {
    await using all = await startAll()
    const key = all.accounts.addKey()
    all.service.answerWith(({ res }) => res.destroy())
    const write = { method: 'POST', key }
    for (let i = 0; i < 20; i += 1) expect((await send(`${all.url}${GUEST}/seat`, write)).status).toBe(503)
    expect(all.service.received.length).toBeLessThan(10)
  })

  test('answers 503 and warns that a write may have taken effect when the service dies before answering', async () => {
    await using all = await startAll()
    const key = all.accounts.addKey()
    all.service.answerWith(({ res }) => res.destroy())
    const answer = await send(`${all.url}${GUEST}/seat`, { method: 'POST', key })
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1'])
    expect(answer.json().detail).toContain('may have taken effect')
  })

  test('passes error statuses on and keeps the breaker closed', async () => {
    await using all = await startAll()
    const key = all.accounts.addKey()
    for (const status of [500, 404, 503]) {
      all.service.answerWith(({ res }) => res.writeHead(status).end())
      for (let i = 0; i < 10; i += 1) expect((await send(all.url + GUEST, { key })).status).toBe(status)
    }
    expect(all.service.received).toHaveLength(30)
  })
})
