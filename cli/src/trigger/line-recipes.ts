import type { Happened, Stage } from './stage.ts'

/** Nobody has this number: it is one of those for tests. */
const PHONE = '+14155552671'
const NO_SUCH_NUMBER = '+15005550001'

async function queue({ usher, clear }: Stage): Promise<Happened> {
  const { data } = await usher.POST('/v1/queues', { body: { name: 'Made by usher trigger' } })
  const path = { id: data.id }
  const query = { remove_guests: 'true' } as const
  clear(() => usher.DELETE('/v1/queues/{id}', { params: { path, query } }))
  return data
}

async function guest(stage: Stage): Promise<Happened> {
  const path = { id: (await queue(stage)).id }
  const body = { name: 'Ada', phone: PHONE, party_size: 2 }
  return (await stage.usher.POST('/v1/queues/{id}/guests', { params: { path }, body })).data
}

/** What makes events of queues and guests happen. */
export const LINE_RECIPES = {
  'queue.created': queue,
  async 'queue.updated'(stage: Stage) {
    const path = { id: (await queue(stage)).id }
    return (await stage.usher.PATCH('/v1/queues/{id}', { params: { path }, body: { servers: 2 } })).data
  },
  async 'queue.paused'(stage: Stage) {
    const path = { id: (await queue(stage)).id }
    return (await stage.usher.POST('/v1/queues/{id}/pause', { params: { path }, body: {} })).data
  },
  async 'queue.resumed'(stage: Stage) {
    const path = { id: (await queue(stage)).id }
    await stage.usher.POST('/v1/queues/{id}/pause', { params: { path }, body: {} })
    return (await stage.usher.POST('/v1/queues/{id}/resume', { params: { path } })).data
  },
  'guest.added': guest,
  async 'guest.updated'(stage: Stage) {
    const path = { id: (await guest(stage)).id }
    return (await stage.usher.PATCH('/v1/guests/{id}', { params: { path }, body: { party_size: 3 } })).data
  },
  async 'guest.notified'(stage: Stage) {
    const path = { id: (await guest(stage)).id }
    return (await stage.usher.POST('/v1/guests/{id}/notify', { params: { path }, body: {} })).data
  },
  async 'guest.seated'(stage: Stage) {
    const path = { id: (await guest(stage)).id }
    return (await stage.usher.POST('/v1/guests/{id}/seat', { params: { path } })).data
  },
  async 'guest.no_show'(stage: Stage) {
    const path = { id: (await guest(stage)).id }
    return (await stage.usher.POST('/v1/guests/{id}/no-show', { params: { path } })).data
  },
  async 'guest.removed'(stage: Stage) {
    const path = { id: (await guest(stage)).id }
    await stage.usher.DELETE('/v1/guests/{id}', { params: { path } })
    return path
  },
  'notification.sent': (stage: Stage) => message(stage, PHONE),
  'notification.delivered': (stage: Stage) => message(stage, PHONE),
  'notification.failed': (stage: Stage) => message(stage, NO_SUCH_NUMBER),
} as const

async function message({ usher }: Stage, to: string): Promise<Happened> {
  const body = { to, channel: 'auto', urgent: false, text: 'Your table is ready.' } as const
  return (await usher.POST('/v1/notifications/send', { body })).data
}
