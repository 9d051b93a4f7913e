import { randomBytes } from 'node:crypto'
import {
  type CloudEvent,
  type EventDefinition,
  type Guest,
  guestAdded,
  type Notification,
  organizationCreated,
  queueCreated,
  ROLES,
  type Template,
} from '@usher/contracts'
import { CALLER_HEADER, newEvent, newId, parseAddressRange, signCaller } from '@usher/service-kit'
import {
  type Client,
  createFakeClock,
  type FakeClock,
  goldenEvents,
  ofNewOrganization,
  startOnce,
  startService,
  until,
} from '@usher/test-kit'
import { type NotificationConfig, type NotificationService, notificationService } from '../src/service.ts'

/** The service on a database and broker of its own, with a clock that tests move. */
export async function startHarness(given: Partial<NotificationConfig> = {}) {
  const running: NotificationService[] = []
  const fake = createFakeClock()
  const clock: FakeClock = {
    now: fake.now,
    /** Also has what comes due by it done, as services sleep by the real clock. */
    advance(ms) {
      fake.advance(ms)
      for (const { jobs } of running)
        void Promise.all([jobs.dispatcher.drain(), jobs.reminders.run(), jobs.overdue.run()])
    },
  }
  const harness = await startService<NotificationConfig, NotificationService>({
    name: 'notification',
    config: (common) => ({
      ...common,
      codeKeys: [{ id: 'codes', key: randomBytes(32) }],
      sandbox: true,
      smtp: null,
      publicUrl: 'https://usher.test',
      httpsOnly: false,
      allowedAddresses: ['127.0.0.0/8', '::1/128'].map(parseAddressRange),
      ownHosts: [],
      twilioApiUrl: undefined,
      push: null,
      ...given,
    }),
    async start(config) {
      const started = await notificationService.start(config, clock)
      running.push(started)
      return started
    },
  })
  const { client, callers, organizationId, publish } = harness
  await publish(organizationEvent(organizationId))
  return {
    ...harness,
    clock,
    /** A client of a member who may set providers up. */
    manager: () => client({ scopes: [...ROLES.manager] }),
    /** The headers by which the gateway says that it lets a request through. */
    gateway: (): Record<string, string> => ({ [CALLER_HEADER]: signCaller(null, callers.privateKey) }),
  }
}

export type Harness = Awaited<ReturnType<typeof startHarness>>

/** One service for the tests of a file; each call gives it with an organisation of its own. */
export function shareHarness(): () => Promise<Harness> {
  const shared = startOnce(() => startHarness())
  return async () => {
    const harness = ofNewOrganization(await shared())
    await harness.publish(organizationEvent(harness.organizationId))
    return { ...harness, manager: () => harness.client({ scopes: [...ROLES.manager] }) }
  }
}

export interface GuestGiven {
  readonly id?: string
  readonly queueId?: string
  readonly phone?: string | null
  readonly email?: string | null
  readonly name?: string
  readonly sequence?: number
  readonly definition?: Pick<EventDefinition, 'type' | 'version' | 'producer'>
  readonly status?: Guest['status']
  readonly position?: number
  readonly subject?: string
  readonly actor?: string
  /** What this event has beside that of all events of guests. */
  readonly more?: object
  readonly time?: Date
  readonly message?: object | null
  readonly locale?: Template['locale'] | null
}

/** An event of a guest: by default that one was added. */
export function guestEvent(organizationId: string, given: GuestGiven = {}): CloudEvent {
  const { id = newId('guest'), sequence = 1, definition = guestAdded, time = new Date() } = given
  const data = {
    id,
    queue_id: given.queueId ?? newId('queue'),
    name: given.name ?? 'Ada',
    phone: given.phone === undefined ? '+14155552671' : given.phone,
    party_size: 2,
    position: given.position ?? 3,
    estimated_wait: 10,
    ...(definition !== guestAdded && {
      status: given.status ?? ('notified' as const),
      message: given.message ?? null,
    }),
    locale: given.locale ?? null,
    email: given.email ?? null,
    status_url: 'https://usher.test/w/token',
    ...given.more,
  }
  const origin = { organizationId, actor: given.actor ?? 'key_test', requestId: 'test' }
  return newEvent(definition as typeof guestAdded, {
    subject: given.subject ?? id,
    sequence,
    time,
    origin,
    data,
  })
}

/** The event of a new organisation whose limits no test reaches by accident. */
function organizationEvent(organizationid: string): CloudEvent {
  const golden = goldenEvents().find(({ type }) => type === organizationCreated.type) as CloudEvent
  const data = { ...(golden.data as object), id: organizationid, plan: 'development' }
  return { ...golden, id: newId('event'), organizationid, subject: organizationid, data }
}

/** The event of a new queue with a name. */
export function queueEvent(
  organizationId: string,
  queueId: string,
  name: string,
  settings: object = {},
): CloudEvent {
  const golden = goldenEvents().find(({ type }) => type === queueCreated.type) as CloudEvent
  const data = { ...(golden.data as object), id: queueId, name, ...settings }
  return { ...golden, id: newId('event'), organizationid: organizationId, subject: queueId, data }
}

/** Sends a message and gives the notification as it was answered. */
export async function givenNotification(api: Client, body: object = {}): Promise<Notification> {
  const asked = { to: '+14155552671', text: 'Your table is ready.', ...body }
  const { status, body: answer } = await api('POST', '/v1/notifications/send', { body: asked })
  if (status !== 202) throw new Error(`the message was answered ${status}: ${answer.detail}`)
  return answer
}

/** Waits until a notification has a status. */
export const untilStatus = (api: Client, id: string, status: Notification['status']): Promise<Notification> =>
  until(`the notification to be ${status}`, async () => {
    const { body } = await api('GET', `/v1/notifications/${id}`)
    return body.status === status && body
  })
