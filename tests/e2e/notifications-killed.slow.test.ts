import { until } from '@usher/test-kit'
import { type OwnUsher, startOwnUsher } from './stack.ts'

let usher: OwnUsher
beforeAll(async () => {
  usher = await startOwnUsher()
})
afterAll(async () => {
  await usher?.[Symbol.asyncDispose]()
})

describe('accepted messages', () => {
  test('are all delivered although the notification service is killed, and none is sent twice', async () => {
    const { api } = usher
    const ids: string[] = []
    for (let count = 0; count < 20; count += 1) {
      const message = { to: '+15005550003', text: `Number ${count}` }
      ids.push((await api('POST', '/v1/notifications/send', { body: message })).body.id)
    }
    usher.stack.process('notification').kill('SIGKILL')
    for (const id of ids) {
      const sent = await until('the delivery', async () => {
        const { body } = await api('GET', `/v1/notifications/${id}`)
        return body.status === 'delivered' && body
      })
      // An attempt cut off by the kill has no outcome: the receipt decides. None is sent twice.
      const outcomes = sent.attempts.map(({ outcome }: { outcome: string }) => outcome)
      expect(outcomes.filter((outcome: string) => outcome === 'sent').length).toBeLessThanOrEqual(1)
    }
  })
})
