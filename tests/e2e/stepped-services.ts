import { randomBytes } from 'node:crypto'
import { type CloudEvent, organizationCreated, testOrganizationId, WEBHOOK_EVENTS } from '@usher/contracts'
import {
  type Clock,
  connectBroker,
  connectMongo,
  createLogger,
  createPublisher,
  newEvent,
  newId,
  parseAddressRange,
} from '@usher/service-kit'
import {
  type Client,
  collectEvents,
  createCallers,
  createInfrastructure,
  serviceClient,
} from '@usher/test-kit'
import { bookingPlatformService } from '../../services/booking-platform/src/service.ts'
import { notificationService } from '../../services/notification/src/service.ts'
import { queueService } from '../../services/queue/src/service.ts'

/** A clock that tests set. It runs slowly for up to a minute afterwards, as receipts come a moment after their message. */
export function createSteppedClock(start: Date): Clock & { goTo(time: number): void } {
  let base = start.getTime()
  let setAt = performance.now()
  return {
    now: () => new Date(base + Math.min(59_000, (performance.now() - setAt) / 5)),
    goTo(time) {
      if (time <= base) return
      base = time
      setAt = performance.now()
    },
  }
}

/** Services on one clock, with one organisation. */
export interface SteppedServices extends AsyncDisposable {
  readonly queue: Client
  readonly booking: Client
  readonly notification: Client
  /** Runs everything that is due. */
  run(): Promise<unknown>
  /** Published events so far that webhooks have. */
  webhookEvents(): CloudEvent[]
  /** Whether a reminder of a guest is planned. */
  isReminderPlanned(guestId: string): Promise<boolean>
}

const WEBHOOK_TYPES: ReadonlySet<string> = new Set(WEBHOOK_EVENTS.map(({ type }) => type))

const SANDBOX_ONLY = {
  ...{ sandbox: true, smtp: null, push: null, twilioApiUrl: undefined },
  ...{ httpsOnly: false, ownHosts: [], allowedAddresses: [parseAddressRange('127.0.0.0/8')] },
}

export async function startSteppedServices(clock: Clock): Promise<SteppedServices> {
  const stack = new AsyncDisposableStack()
  const infrastructure = stack.use(await createInfrastructure())
  const { rabbitUrl } = infrastructure
  const collector = stack.use(await collectEvents(rabbitUrl))
  const callers = createCallers()
  const of = (service: string) => ({
    ...{ logLevel: 'silent', host: '127.0.0.1', port: 0, rabbitUrl, publicUrl: 'http://usher.test' },
    mongoUrl: infrastructure.mongoUrl(service),
    callerPublicKey: callers.publicKey,
    secretKeys: [{ id: 'test', key: randomBytes(32) }],
    codeKeys: [{ id: 'codes', key: randomBytes(32) }],
  })
  const queue = stack.use(await queueService.start(of('queue'), clock))
  const booking = stack.use(await bookingPlatformService.start(of('booking'), clock))
  const notifying = of('notification')
  const notification = stack.use(await notificationService.start({ ...notifying, ...SANDBOX_ONLY }, clock))
  const connection = await connectMongo(notifying.mongoUrl)
  stack.defer(() => connection.destroy())
  const reminders = connection.getClient().db(connection.name).collection<{ _id: string }>('reminders')
  const organization_id = testOrganizationId(newId('organization'))
  await introduce(organization_id, rabbitUrl, clock.now())
  const client = (url: string) => serviceClient(url, () => callers.sign(callers.caller({ organization_id })))
  return {
    queue: client(queue.url),
    booking: client(booking.url),
    notification: client(notification.url),
    run: () =>
      Promise.all([
        ...[queue.jobs.tidy.run(), booking.jobs.standby.run()],
        ...[
          notification.jobs.reminders.run(),
          notification.jobs.dispatcher.drain(),
          notification.jobs.overdue.run(),
        ],
      ]),
    webhookEvents: () => collector.events.filter(({ type }) => WEBHOOK_TYPES.has(type)),
    isReminderPlanned: async (guestId) => (await reminders.findOne({ _id: guestId })) !== null,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Publishes that an organisation was created, as accounts does. */
async function introduce(organizationId: string, rabbitUrl: string, time: Date): Promise<void> {
  await using broker = await connectBroker(rabbitUrl, createLogger('test', 'silent'))
  const publisher = await createPublisher(broker)
  const settings = { plan: 'development', early_access: true, country: 'US', timezone: 'UTC' } as const
  const created = newEvent(organizationCreated, {
    ...{ subject: organizationId, sequence: 1, time },
    origin: { organizationId, actor: 'system', requestId: newId('request') },
    data: { id: organizationId, name: 'Week', ...settings },
  })
  await publisher.publish([created])
}
