import { randomUUID } from 'node:crypto'
import { createFakeClock, startReceiver, until } from '@usher/test-kit'
import type { LocalGoogleOptions } from '../src/local-google.ts'
import { ANN, aGoogle, anHour, calendarOf, failureOf } from './util.ts'

/** A calendar that is watched, and who hears of it. */
async function aWatch(options: LocalGoogleOptions = {}) {
  const google = await aGoogle(options)
  const receiver = await startReceiver()
  const api = await calendarOf(google)
  const id = randomUUID()
  const requestBody = { id, type: 'web_hook', address: receiver.url, token: 'ours' }
  const { data: channel } = await api.events.watch({ calendarId: ANN, requestBody })
  const states = () => receiver.received.map(({ headers }) => headers['x-goog-resource-state'])
  const heard = (count: number) => until(`${count} messages`, () => receiver.received.length >= count)
  await heard(1)
  return {
    ...{ google, receiver, api, id, channel, requestBody, states, heard },
    async [Symbol.asyncDispose]() {
      await google[Symbol.asyncDispose]()
      await receiver[Symbol.asyncDispose]()
    },
  }
}

describe('push notifications', () => {
  test('a watched calendar sends a sync message, and one message for each later change', async () => {
    await using given = await aWatch()
    const { google, receiver, id, channel } = given
    expect(channel).toMatchObject({ kind: 'api#channel', id, token: 'ours', resourceId: expect.any(String) })
    expect(Number(channel.expiration) - Date.now()).toBeGreaterThan(604_000_000)
    google.events(ANN).insert(anHour(9))
    await given.heard(2)
    expect(receiver.received[1]?.raw).toHaveLength(0)
    expect(given.states()).toEqual(['sync', 'exists'])
    expect(receiver.received.map(({ headers }) => headers['x-goog-message-number'])).toEqual(['1', '2'])
    expect(receiver.received[1]?.headers).toMatchObject({
      'x-goog-channel-id': id,
      'x-goog-channel-token': 'ours',
      'x-goog-resource-id': channel.resourceId,
      'x-goog-resource-uri': channel.resourceUri,
      'x-goog-channel-expiration': new Date(Number(channel.expiration)).toUTCString(),
    })
  })

  test('a stopped channel sends nothing more, and stopping it again answers 404', async () => {
    await using given = await aWatch()
    const requestBody = { id: given.id, resourceId: given.channel.resourceId ?? null }
    const other = given.api.channels.stop({ requestBody: { id: given.id, resourceId: 'other' } })
    expect(await failureOf(other)).toEqual({ status: 404, reason: 'notFound' })
    await given.api.channels.stop({ requestBody })
    given.google.events(ANN).insert(anHour(9))
    await given.google.deliverPushes()
    expect(given.states()).toEqual(['sync'])
    expect(await failureOf(given.api.channels.stop({ requestBody }))).toEqual({
      status: 404,
      reason: 'notFound',
    })
  })

  test('a watch is refused with an id in use, an invalid id or a remote address without https', async () => {
    await using given = await aWatch()
    const watch = (more: object) =>
      failureOf(given.api.events.watch({ calendarId: ANN, requestBody: { ...given.requestBody, ...more } }))
    expect(await watch({})).toEqual({ status: 400, reason: 'channelIdNotUnique' })
    const elsewhere = { id: randomUUID(), address: 'http://usher.example/hook' }
    expect(await watch(elsewhere)).toEqual({ status: 400, reason: 'push.webhookUrlNotHttps' })
    expect(await watch({ id: 'spaces are not allowed' })).toEqual({ status: 400, reason: 'invalid' })
  })

  test('a channel expires after its time to live and sends nothing then', async () => {
    const clock = createFakeClock()
    await using given = await aWatch({ clock })
    clock.advance(Number(given.channel.expiration) - clock.now().getTime())
    given.google.events(ANN).insert(anHour(9))
    await given.google.deliverPushes()
    expect(given.states()).toEqual(['sync'])
    expect(given.google.channels).toEqual([])
  })

  test('messages can be lost, repeated and paused', async () => {
    await using given = await aWatch()
    const { google } = given
    google.losePushes(1)
    google.events(ANN).insert(anHour(1))
    google.repeatPushes(1)
    google.events(ANN).insert(anHour(2))
    await google.deliverPushes()
    const numbers = () => given.receiver.received.map(({ headers }) => headers['x-goog-message-number'])
    expect(numbers()).toEqual(['1', '3', '3'])
    google.pausePushes()
    google.events(ANN).insert(anHour(3))
    expect(numbers()).toHaveLength(3)
    await google.deliverPushes()
    expect(numbers()).toEqual(['1', '3', '3', '4'])
  })

  test('a message is sent again after a 503, but not after a 404', async () => {
    await using given = await aWatch({ pushRetryMs: 1 })
    given.receiver.answers.push(503, 404)
    given.google.events(ANN).insert(anHour(1))
    await given.heard(3)
    await given.google.deliverPushes()
    expect(given.receiver.received).toHaveLength(3)
  })
})
