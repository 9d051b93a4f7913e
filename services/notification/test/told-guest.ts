import type { EventDefinition, Notification } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import { guestEvent, type Harness, queueEvent } from './harness.ts'

export type Given = Parameters<typeof guestEvent>[1]

/** What tests of automatic messages do, with a harness. */
export function tellGuests(harness: Harness) {
  /** A queue with settings of its messages, and a guest of it to whom things happen one after the other. */
  async function givenGuest(messages: object = {}, queue: object = {}) {
    const [id, queueId] = [newId('guest'), newId('queue')]
    await harness.publish(
      queueEvent(harness.organizationId, queueId, 'Bistro', { timezone: 'UTC', ...queue }),
    )
    const path = `/v1/queues/${queueId}/messages`
    const automatic = { added: false, reminder: true, no_show: true }
    const { status } = await harness.client()('PATCH', path, { body: { automatic, ...messages } })
    if (status !== 200) throw new Error(`the settings were answered ${status}`)
    let sequence = 0
    const happens = async (definition: EventDefinition, given: Given = {}) => {
      sequence += 1
      const time = given.time ?? harness.clock.now()
      await harness.publish(
        guestEvent(harness.organizationId, { id, queueId, sequence, definition, time, ...given }),
      )
    }
    return { id, queueId, happens }
  }

  const messagesTo = async (guest: string): Promise<Notification[]> =>
    (await harness.client()('GET', `/v1/notifications?guest_id=${guest}`)).body.data

  /** The only message of a kind, once it is there. */
  const messageTo = (guest: string, kind: string): Promise<Notification> =>
    until(`the message of ${kind}`, async () => {
      const found = (await messagesTo(guest)).filter((message) => message.kind === kind)
      return found.length === 1 && found[0]
    })

  /** Resolves once everything published before has been followed. */
  async function followed(): Promise<void> {
    const marker = guestEvent(harness.organizationId)
    await harness.publish(marker)
    await messageTo(marker.subject, 'added')
  }

  const kindsTo = async (guest: string) => (await messagesTo(guest)).map(({ kind }) => kind)

  const pass = (minutes: number) => harness.clock.advance(minutes * 60_000)

  return { givenGuest, messagesTo, messageTo, kindsTo, followed, pass }
}
