import { randomBytes } from 'node:crypto'
import { guestAdded, memberInvited, notificationSent } from '@usher/contracts'
import { createInfrastructure, type Infrastructure } from '@usher/test-kit'
import amqplib, { type Channel, type ConfirmChannel } from 'amqplib'
import { prepareBroker } from './prepare-broker.ts'

const QUEUE = { durable: true, arguments: { 'x-queue-type': 'quorum' } }
const REFUSED = 403

let infrastructure: Infrastructure
/** Returns the broker URL with the process's own user. */
let urlFor: (process: string) => string

beforeAll(async () => {
  infrastructure = await createInfrastructure({ isNew: true })
  const password = randomBytes(12).toString('hex')
  const userOf = (process: string) => ({ process, user: `${infrastructure.vhost}-${process}`, password })
  const { rabbitManagementUrl, rabbitUrl, vhost } = infrastructure
  await prepareBroker(rabbitManagementUrl, ['accounts', 'notification', 'gateway'].map(userOf), vhost)
  urlFor = (process) => Object.assign(new URL(rabbitUrl), { username: userOf(process).user, password }).href
  await as('accounts', (channel) => channel.assertQueue('accounts.mail', QUEUE))
})
afterAll(() => infrastructure[Symbol.asyncDispose]())

/** Runs an action as a process; returns the broker's refusal code, undefined if it is allowed. */
async function as(
  process: string,
  act: (channel: ConfirmChannel) => Promise<unknown>,
): Promise<number | undefined> {
  const connection = await amqplib.connect(urlFor(process))
  try {
    const channel = await connection.createConfirmChannel()
    const refused = new Promise<number>((resolve) => {
      channel.on('error', (error: Error & { code: number }) => resolve(error.code))
    })
    const done = act(channel).then(
      () => undefined,
      () => refused,
    )
    return await Promise.race([done, refused])
  } finally {
    await connection.close()
  }
}

const publish = (exchange: string, key: string) => (channel: ConfirmChannel) =>
  new Promise<void>((resolve, reject) => {
    channel.publish(exchange, key, Buffer.from('{}'), {}, (error) => (error ? reject(error) : resolve()))
  })

const listenTo = (type: string) => async (channel: Channel) => {
  const { queue } = await channel.assertQueue('', { exclusive: true })
  await channel.bindQueue(queue, 'usher.events', type)
}

describe("somebody with one service's user at the broker", () => {
  test.each([
    ['reads mails of accounts', (channel: Channel) => channel.get('accounts.mail')],
    ['deletes the queue of another', (channel: Channel) => channel.deleteQueue('accounts.mail')],
    ['empties the queue of another', (channel: Channel) => channel.purgeQueue('accounts.mail')],
    ['listens to invitations', listenTo(memberInvited.type)],
    ['listens to everything', listenTo('#')],
    ['forges an event of another', publish('usher.events', guestAdded.type)],
    ['puts a mail into the queue of accounts', publish('', 'accounts.mail')],
    ['publishes by an exchange of another', publish('accounts.mail.replay', 'accounts.mail')],
    ['deletes the exchange of all events', (channel: Channel) => channel.deleteExchange('usher.events')],
    ['declares an exchange', (channel: Channel) => channel.assertExchange('usher.mine', 'fanout')],
  ])('the broker refuses with 403 when notification %s', async (_, act) => {
    expect(await as('notification', act)).toBe(REFUSED)
  })

  test('the broker refuses when the gateway reads a queue or declares a durable one', async () => {
    expect(await as('gateway', (channel) => channel.get('accounts.mail'))).toBe(REFUSED)
    expect(await as('gateway', (channel) => channel.assertQueue('usher.copy', QUEUE))).toBe(REFUSED)
  })

  test("the management API answers 401 to a service's user", async () => {
    const { username, password } = new URL(urlFor('notification'))
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    const { origin } = new URL(infrastructure.rabbitManagementUrl)
    expect((await fetch(`${origin}/api/queues`, { headers: { authorization } })).status).toBe(401)
  })

  test('the broker allows everything that notification needs', async () => {
    const refusal = await as('notification', async (channel) => {
      await channel.checkExchange('usher.events')
      const dead = {
        'x-dead-letter-exchange': 'usher.dead',
        'x-dead-letter-routing-key': 'notification.events',
      }
      await channel.assertQueue('notification.events', {
        durable: true,
        arguments: { ...QUEUE.arguments, ...dead },
      })
      await channel.bindQueue('notification.events', 'usher.events', guestAdded.type)
      await channel.consume('notification.events', () => {})
      await publish('usher.events', notificationSent.type)(channel)
      // As when an operator replays dead letters.
      await channel.assertExchange('notification.events.replay', 'direct', { durable: false })
      await channel.bindQueue('notification.events', 'notification.events.replay', 'notification.events')
      await publish('notification.events.replay', 'notification.events')(channel)
      await channel.deleteExchange('notification.events.replay')
    })
    expect(refusal).toBeUndefined()
  })
})
