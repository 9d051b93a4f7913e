import { randomBytes } from 'node:crypto'
import {
  type Caller,
  type CloudEvent,
  guestAdded,
  type guestNotified,
  type Notification,
  organizationCreated,
  queueCreated,
  type Template,
} from '@usher/contracts'
import { connectBroker, createLogger, createPublisher, newEvent, newId } from '@usher/service-kit'
import {
  type Client,
  collectEvents,
  createCallers,
  createFakeClock,
  createInfrastructure,
  goldenEvents,
  serviceClient,
  until,
} from '@usher/test-kit'
import { type NotificationConfig, startNotification } from '../src/service.ts'

/** The service on a database and broker of its own, with a clock that tests move. */
export async function startHarness() {
  const stack = new AsyncDisposableStack()
  const infrastructure = stack.use(await createInfrastructure())
  const events = stack.use(await collectEvents(infrastructure.rabbitUrl))
  const callers = createCallers()
  const clock = createFakeClock()
  const config: NotificationConfig = {
    logLevel: 'silent',
    host: '127.0.0.1',
    port: 0,
    mongoUrl: infrastructure.mongoUrl('notification'),
    rabbitUrl: infrastructure.rabbitUrl,
    callerPublicKey: callers.publicKey,
    secretKeys: [{ id: 'test', key: randomBytes(32) }],
    sandbox: true,
  }
  const broker = stack.use(await connectBroker(infrastructure.rabbitUrl, createLogger('test', 'silent')))
  const publisher = await createPublisher(broker)
  /** Starts the service, or another replica of it on the same database. */
  const start = async (given: Partial<NotificationConfig> = {}) =>
    stack.use(await startNotification({ ...config, ...given }, clock))
  const service = await start()
  const caller = callers.caller()
  await publisher.publish([organizationEvent(caller.organization_id)])
  return {
    service,
    start,
    config,
    clock,
    events,
    infrastructure,
    organizationId: caller.organization_id,
    publish: (...given: CloudEvent[]) => publisher.publish(given),
    /** A client of an organisation; by default the same for all calls of a test. */
    client: (given: Partial<Caller> = {}, url = service.url): Client =>
      serviceClient(url, callers.sign({ ...caller, ...given })),
    otherOrganization: (): Client => serviceClient(service.url, callers.sign(callers.caller())),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

export type Harness = Awaited<ReturnType<typeof startHarness>>

export interface GuestGiven {
  readonly id?: string
  readonly queueId?: string
  readonly phone?: string | null
  readonly name?: string
  readonly sequence?: number
  readonly definition?: typeof guestAdded | typeof guestNotified
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
    position: 3,
    estimated_wait: 10,
    ...(definition !== guestAdded && { status: 'notified' as const, message: given.message ?? null }),
    locale: given.locale ?? null,
    status_url: 'https://usher.test/w/token',
  }
  const origin = { organizationId, actor: 'key_test', requestId: 'test' }
  return newEvent(definition as typeof guestAdded, { subject: id, sequence, time, origin, data })
}

/** The event of a new organisation whose limits no test reaches by accident. */
function organizationEvent(organizationid: string): CloudEvent {
  const golden = goldenEvents().find(({ type }) => type === organizationCreated.type) as CloudEvent
  const data = { ...(golden.data as object), id: organizationid, plan: 'development' }
  return { ...golden, id: newId('event'), organizationid, subject: organizationid, data }
}

/** The event of a new queue with a name. */
export function queueEvent(organizationId: string, queueId: string, name: string): CloudEvent {
  const golden = goldenEvents().find(({ type }) => type === queueCreated.type) as CloudEvent
  const data = { ...(golden.data as object), id: queueId, name }
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
