import { type Guest, guestNotified, guestUpdated, type Notification } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { BROWSER_KEYS, openClient, until } from '@usher/test-kit'
import { pushKeysOf } from '../src/providers/push/push-keys.ts'
import { guestEvent, type Harness, startHarness } from './harness.ts'
import { startPushService } from './push-service.ts'

/** A key pair of the installation, as a generator of VAPID keys makes it. */
export const PUSH_KEYS = pushKeysOf('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'mailto:ops@usher.test')

type Given = NonNullable<Parameters<typeof guestEvent>[1]>

/** The service with keys for push, and a push service that browsers subscribe at. */
export async function startWithPush(given: Parameters<typeof startHarness>[0] = {}) {
  const stack = new AsyncDisposableStack()
  const harness = stack.use(await startHarness({ push: PUSH_KEYS, ...given }))
  const push = stack.use(await startPushService(PUSH_KEYS.publicKey))
  return { harness, push, ...guestsOf(harness), [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** What guests do on their pages, what happens to them, and what they are told. */
function guestsOf(harness: Harness) {
  const ask = (method: string, token: string, body?: unknown) =>
    openClient(harness.service.url)(method, `/public/guests/${token}/push-subscription`, {
      headers: harness.gateway(),
      ...(body !== undefined && { body }),
    })
  /** A guest whom the service knows, and the token of their page. */
  async function givenGuest(given: Given = {}) {
    const id = newId('guest')
    const token = `${id.slice('gst_'.length)}${'m'.repeat(22)}`
    let sequence = 0
    const happens = (given: Given = {}) => {
      sequence += 1
      const more = { status_url: `${harness.config.publicUrl}/w/${token}` }
      const time = harness.clock.now()
      return harness.publish(guestEvent(harness.organizationId, { id, sequence, time, more, ...given }))
    }
    await happens(given)
    await until('the guest to be known', async () => (await ask('DELETE', token)).status === 204)
    return {
      ...{ id, token },
      isCalled: (more: Given = {}) => happens({ ...given, definition: guestNotified, ...more }),
      becomes: (status: Guest['status'], more: Given = {}) =>
        happens({ ...given, definition: guestUpdated, status, ...more }),
    }
  }
  /** Waits until the service answers a new subscription so. */
  const untilStatus = (token: string, status: number) =>
    until(`subscriptions to be answered ${status}`, async () => {
      const endpoint = 'https://push.example.com/a'
      return (await ask('PUT', token, { endpoint, keys: BROWSER_KEYS })).status === status
    })
  const messagesTo = async (guest: string): Promise<Notification[]> =>
    (await harness.client()('GET', `/v1/notifications?guest_id=${guest}`)).body.data
  /** So many messages of calls, first to last, once each has been sent or has failed. */
  const calls = (guest: string, count = 1): Promise<Notification[]> =>
    until('the calls', async () => {
      const found = (await messagesTo(guest)).filter(({ kind }) => kind === 'ready').reverse()
      return found.length === count && found.every(({ status }) => status !== 'queued') && found
    })
  /** The only message of a call, once at least so many attempts have been made: a slow machine may find more. */
  const callAfter = (guest: string, attempts: number): Promise<Notification> =>
    until(`${attempts} attempts`, async () => {
      const [call] = (await messagesTo(guest)).filter(({ kind }) => kind === 'ready')
      return call && call.attempts.length >= attempts && call
    })
  return { ask, givenGuest, untilStatus, calls, callAfter }
}

/** A guest whose browser takes messages. */
export async function givenSubscribed(all: Awaited<ReturnType<typeof startWithPush>>, given?: Given) {
  const guest = await all.givenGuest(given)
  const subscription = all.push.subscribe()
  const { status } = await all.ask('PUT', guest.token, subscription)
  if (status !== 204) throw new Error(`the subscription was answered ${status}`)
  const path = new URL(subscription.endpoint).pathname
  return { ...guest, subscription, pushed: () => all.push.pushed.filter((one) => one.path === path) }
}
