import { randomBytes } from 'node:crypto'
import { accountsService } from '@usher/accounts'
import { bookingPlatformService } from '@usher/booking-platform'
import { calendarSyncService } from '@usher/calendar-sync'
import { ROLES } from '@usher/contracts'
import { notificationService } from '@usher/notification'
import { type QueueService, queueService } from '@usher/queue'
import { CLIENT_ADDRESS_HEADER, parseAddressRange, signCaller } from '@usher/service-kit'
import {
  type Client,
  collectEvents,
  createCallers,
  createFakeClock,
  createInfrastructure,
  serviceClient,
  startReceiver,
} from '@usher/test-kit'
import { webhookDeliveryService } from '@usher/webhook-delivery'

/** Allows requests to the test's own servers. */
const OUTBOUND = { httpsOnly: false, allowedAddresses: [parseAddressRange('127.0.0.0/8')], ownHosts: [] }

const NOTIFICATION = {
  sandbox: true,
  smtp: null,
  push: null,
  publicUrl: 'http://localhost:8080',
  twilioApiUrl: undefined,
}

/** The services that store personal data, in one process, each with its own database, on one broker. */
export async function startServices({ mailOutbox }: { mailOutbox?: string } = {}) {
  const stack = new AsyncDisposableStack()
  const infrastructure = stack.use(await createInfrastructure())
  const events = stack.use(await collectEvents(infrastructure.rabbitUrl))
  const receiver = stack.use(await startReceiver())
  const callers = createCallers()
  const clock = createFakeClock()
  const codeKeys = [{ id: 'codes', key: randomBytes(32) }]
  const configOf = (service: string) => ({
    logLevel: 'silent',
    host: '127.0.0.1',
    port: 0,
    mongoUrl: infrastructure.mongoUrl(service),
    rabbitUrl: infrastructure.rabbitUrl,
    callerPublicKey: callers.publicKey,
    secretKeys: [{ id: service, key: randomBytes(32) }],
  })
  const accounts = stack.use(
    await accountsService.start(
      { ...configOf('accounts'), publicUrl: 'http://localhost:8080', mailOutbox },
      clock,
    ),
  )
  const queueConfig = { ...configOf('queue'), publicUrl: 'http://localhost:8080' }
  const startQueues = (): Promise<QueueService> => queueService.start(queueConfig, clock)
  let queue = await startQueues()
  stack.defer(() => queue[Symbol.asyncDispose]())
  const webhooks = stack.use(
    await webhookDeliveryService.start({ ...configOf('webhooks'), ...OUTBOUND }, clock),
  )
  const notification = stack.use(
    await notificationService.start(
      { ...configOf('notification'), ...OUTBOUND, ...NOTIFICATION, codeKeys },
      clock,
    ),
  )
  const bookings = stack.use(
    await bookingPlatformService.start(
      { ...configOf('booking'), codeKeys, publicUrl: 'http://localhost:8080' },
      clock,
    ),
  )
  const calendars = stack.use(
    await calendarSyncService.start(
      { ...configOf('calendar'), publicUrl: 'http://localhost:8080', google: null, pollMs: 600_000 },
      clock,
    ),
  )
  const signUp = async (email: string, organization_name = 'Bistro') => {
    const open = serviceClient(accounts.url, () => signCaller(null, callers.privateKey))
    const body = { organization_name, name: 'Ada', email, password: 'correct horse battery' }
    const headers = { [CLIENT_ADDRESS_HEADER]: '192.0.2.1' }
    return (await open('POST', '/account/sign-up', { body, headers })).body
  }
  return {
    infrastructure,
    events,
    receiver,
    clock,
    accounts,
    callers,
    webhooks,
    notification,
    bookings,
    calendars,
    queue: () => queue,
    stopQueue: () => queue[Symbol.asyncDispose](),
    async restartQueue() {
      queue = await startQueues()
    },
    /** Signs up an organisation; returns its owner's client, which works with every service. */
    async organization(email: string, name?: string): Promise<{ id: string; call: Client }> {
      const { organization, member } = await signUp(email, name)
      const caller = callers.caller({
        organization_id: organization.id,
        actor: member.id,
        scopes: [...ROLES.owner],
      })
      const urlOf = (path: string) => {
        if (path.startsWith('/account')) return accounts.url
        if (path.startsWith('/v1/notifications')) return notification.url
        if (path.startsWith('/api/')) return bookings.url
        return /webhook|deliver/.test(path) ? webhooks.url : queue.url
      }
      return {
        id: organization.id,
        call: (method, path, options) =>
          serviceClient(urlOf(path), () => callers.sign(caller))(method, path, options),
      }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

export type Services = Awaited<ReturnType<typeof startServices>>
