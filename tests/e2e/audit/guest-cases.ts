import { BROWSER_KEYS, until } from '@usher/test-kit'
import type { Owner, Params } from '../isolation/owner.ts'
import { RESOURCES } from '../isolation/resources.ts'
import type { Attempt, Case } from './attempt.ts'

/** A guest of the owner's organisation, as their own page knows them. */
async function newGuest(owner: Owner): Promise<Pick<Attempt, 'params' | 'call' | 'actor' | 'resource'>> {
  const { id = '' }: Params = await RESOURCES.guest.create(owner)
  const { status_url } = await owner.ask('GET', `/v1/guests/${id}`)
  const token = status_url.slice(status_url.lastIndexOf('/') + 1)
  return { params: { token }, call: owner.open, actor: 'guest', resource: id }
}

/** Operations of a guest: accepted for one in the line, refused for one who has left. */
const byGuest = (body?: object): Case => ({
  accepted: async (owner) => ({ ...(await newGuest(owner)), body }),
  async refused(owner) {
    const guest = await newGuest(owner)
    await owner.open('POST', `/public/guests/${guest.params?.token}/leave`)
    return { ...guest, body }
  },
})

const SUBSCRIPTION = { endpoint: 'https://push.example.com/a', keys: BROWSER_KEYS }

/** A guest as {@link newGuest}, once the notification service knows of their status as well. */
async function untilKnown(
  owner: Owner,
  guest: Awaited<ReturnType<typeof newGuest>>,
  status: number,
): Promise<Attempt> {
  await until('the guest to be known', async () => {
    const path = `/public/guests/${guest.params?.token}/push-subscription`
    return (await owner.open('PUT', path, { body: SUBSCRIPTION })).status === status
  })
  return guest
}

/** Somebody who joins a queue, which may be open or not. */
async function newcomer(owner: Owner, public_join: boolean): Promise<Attempt> {
  const { id, join_url } = await owner.ask('POST', '/v1/queues', { name: 'Audited', public_join })
  const params = { slug: join_url.slice(join_url.lastIndexOf('/') + 1) }
  const resource = public_join ? /^gst_/ : id
  return { params, call: owner.open, body: { name: 'Ada' }, actor: 'guest', resource }
}

/** Operations of guests on their own place, and of people who join. */
export const GUEST_CASES: Readonly<Record<string, Case>> = {
  leaveLine: byGuest(),
  returnToLine: {
    async accepted(owner) {
      const guest = await newGuest(owner)
      await owner.open('POST', `/public/guests/${guest.params?.token}/leave`)
      return guest
    },
    refused: newGuest,
  },
  reportArrival: byGuest(),
  deferTurn: byGuest({ parties: 1 }),
  updateOwnPlace: byGuest({ locale: 'fr' }),
  subscribeToPush: {
    accepted: async (owner) => ({
      ...(await untilKnown(owner, await newGuest(owner), 204)),
      body: SUBSCRIPTION,
    }),
    async refused(owner) {
      const guest = await newGuest(owner)
      await owner.open('POST', `/public/guests/${guest.params?.token}/leave`)
      return { ...(await untilKnown(owner, guest, 409)), body: SUBSCRIPTION }
    },
  },
  unsubscribeFromPush: {
    accepted: async (owner) => await untilKnown(owner, await newGuest(owner), 204),
    refused: ({ open }) => ({ call: open, params: { token: 'unknown' }, reader: null }),
  },
  joinQueue: {
    accepted: (owner) => newcomer(owner, true),
    refused: (owner) => newcomer(owner, false),
  },
}
