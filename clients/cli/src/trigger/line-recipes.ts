import type { EventSubject, TriggerContext } from './trigger-context.ts'

/** Messages to it arrive in the sandbox. */
const PHONE = '+14155552671'
/** The sandbox refuses messages to it. */
const NO_SUCH_NUMBER = '+15005550001'

async function createQueue({ usher, defer }: TriggerContext): Promise<EventSubject> {
  const { data } = await usher.POST('/v1/queues', { body: { name: 'Made by usher trigger' } })
  const path = { id: data.id }
  const query = { remove_guests: 'true' } as const
  defer(() => usher.DELETE('/v1/queues/{id}', { params: { path, query } }))
  return data
}

async function addGuest(context: TriggerContext): Promise<EventSubject> {
  const path = { id: (await createQueue(context)).id }
  const body = { name: 'Ada', phone: PHONE, party_size: 2 }
  return (await context.usher.POST('/v1/queues/{id}/guests', { params: { path }, body })).data
}

/** Recipes for events of queues, guests and messages. */
export const LINE_RECIPES = {
  'queue.created': createQueue,
  async 'queue.updated'(context: TriggerContext) {
    const path = { id: (await createQueue(context)).id }
    return (await context.usher.PATCH('/v1/queues/{id}', { params: { path }, body: { servers: 2 } })).data
  },
  async 'queue.paused'(context: TriggerContext) {
    const path = { id: (await createQueue(context)).id }
    return (await context.usher.POST('/v1/queues/{id}/pause', { params: { path }, body: {} })).data
  },
  async 'queue.resumed'(context: TriggerContext) {
    const path = { id: (await createQueue(context)).id }
    await context.usher.POST('/v1/queues/{id}/pause', { params: { path }, body: {} })
    return (await context.usher.POST('/v1/queues/{id}/resume', { params: { path } })).data
  },
  'guest.added': addGuest,
  async 'guest.updated'(context: TriggerContext) {
    const path = { id: (await addGuest(context)).id }
    return (await context.usher.PATCH('/v1/guests/{id}', { params: { path }, body: { party_size: 3 } })).data
  },
  async 'guest.notified'(context: TriggerContext) {
    const path = { id: (await addGuest(context)).id }
    return (await context.usher.POST('/v1/guests/{id}/notify', { params: { path }, body: {} })).data
  },
  async 'guest.seated'(context: TriggerContext) {
    const path = { id: (await addGuest(context)).id }
    return (await context.usher.POST('/v1/guests/{id}/seat', { params: { path } })).data
  },
  async 'guest.no_show'(context: TriggerContext) {
    const path = { id: (await addGuest(context)).id }
    return (await context.usher.POST('/v1/guests/{id}/no-show', { params: { path } })).data
  },
  async 'guest.removed'(context: TriggerContext) {
    const path = { id: (await addGuest(context)).id }
    await context.usher.DELETE('/v1/guests/{id}', { params: { path } })
    return path
  },
  'notification.sent': (context: TriggerContext) => sendMessage(context, PHONE),
  'notification.delivered': (context: TriggerContext) => sendMessage(context, PHONE),
  'notification.failed': (context: TriggerContext) => sendMessage(context, NO_SUCH_NUMBER),
} as const

async function sendMessage({ usher }: TriggerContext, to: string): Promise<EventSubject> {
  const body = { to, channel: 'auto', urgent: false, text: 'Your table is ready.' } as const
  return (await usher.POST('/v1/notifications/send', { body })).data
}
