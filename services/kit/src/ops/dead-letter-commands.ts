import {
  type CloudEvent,
  DEAD_EXCHANGE,
  deadLetterDropped,
  deadLetterReplayed,
  type EventDefinition,
} from '@usher/contracts'
import amqplib, { type ConfirmChannel, type GetMessage, type Options } from 'amqplib'
import { z } from 'zod'
import { eventIn } from '../broker/consumer.ts'
import { JobStore } from '../events/job-store.ts'
import { newEvent } from '../events/new-event.ts'
import { appendToOutbox, outboxOf } from '../events/outbox-store.ts'
import { newId } from '../formats/ids.ts'
import { readEnvironment } from '../process/config.ts'
import { inTransaction } from '../store/transaction.ts'
import { brokerVariables, CommandError, defineCommand, type OpsContext } from './command.ts'

/** Dead letters searched at most to find one by its id. */
const MAX_IN_HAND = 10_000

export const listDeadLetters = defineCommand({
  about: 'Counts what no retry has helped, by queue',
  async run({ definition, connection, environment, result }) {
    const deadJobs = await new JobStore(connection).countDead()
    for (const queue of definition.queues) {
      const inBroker = await withChannel(environment, async (channel) => {
        const { messageCount } = await channel.checkQueue(deadQueueOf(queue))
        return messageCount
      }).catch(whereMissing)
      if (inBroker === undefined) continue
      result({ service: definition.service, queue, dead_letters: inBroker + (deadJobs.get(queue) ?? 0) })
    }
  },
})

export const showDeadLetters = defineCommand({
  usage: '--queue QUEUE [--limit 20] [--data]',
  about: 'Shows dead letters, oldest first; their data, which may be personal, only with --data',
  schema: z.object({
    queue: z.string(),
    limit: z.coerce.number().int().min(1).max(1_000).default(20),
    data: z.boolean().default(false),
  }),
  async run(context, { queue, limit, data }) {
    requireOwn(context, queue)
    await withChannel(context.environment, async (channel) => {
      const letters = await takeDead(channel, queue, limit)
      for (const letter of letters)
        context.result({ ...shown(letter), ...(data && { data: dataOf(letter) }) })
      for (const letter of letters) await putBack(channel, queue, letter)
      const room = limit - letters.length
      const jobs = room > 0 ? await new JobStore(context.connection).dead(queue, room) : []
      for (const { event } of jobs) context.result({ ...shownJob(event), ...(data && { data: event.data }) })
    })
  },
})

export const replayDeadLetters = defineCommand({
  usage: '--queue QUEUE [--id evt_… (all)]',
  about:
    'Gives dead letters back to the queue they died in, and lets jobs go on within a minute; safe to repeat',
  schema: z.object({ queue: z.string(), id: z.string().optional() }),
  async run(context, { queue, id }) {
    await eachChosen(
      context,
      { queue, id, auditEvent: deadLetterReplayed },
      {
        async letter(channel, letter) {
          await replay(channel, queue, letter)
          context.result({ ...shown(letter), replayed: true })
        },
        async job(jobs, event) {
          await jobs.revive(event.id)
          context.result({ ...shownJob(event), replayed: true })
        },
      },
    )
  },
})

export const dropDeadLetters = defineCommand({
  usage: '--queue QUEUE --id evt_…|--all',
  about: 'Throws dead letters away: what they ask for will never be done',
  destructive: true,
  schema: z
    .object({ queue: z.string(), id: z.string().optional(), all: z.boolean().default(false) })
    .refine(({ id, all }) => (id !== undefined) !== all, { error: 'Give either --id or --all.' }),
  async run(context, { queue, id }) {
    await eachChosen(
      context,
      { queue, id, auditEvent: deadLetterDropped },
      {
        async letter(channel, letter) {
          channel.ack(letter.message)
          context.result({ ...shown(letter), dropped: true })
        },
        async job(jobs, event) {
          await jobs.deleteDead(event.id)
          context.result({ ...shownJob(event), dropped: true })
        },
      },
    )
  },
})

interface Choice {
  readonly queue: string
  /** undefined: all there are now */
  readonly id: string | undefined
  /** The event for the organisation's audit trail. */
  readonly auditEvent: EventDefinition
}

/** What to do with a message, and with a job. */
interface Action {
  letter(channel: ConfirmChannel, letter: DeadLetter): Promise<void>
  job(jobs: JobStore, event: CloudEvent): Promise<void>
}

/** Applies an action to the chosen dead letters; the others stay. */
async function eachChosen(
  context: OpsContext,
  { queue, id, auditEvent }: Choice,
  act: Action,
): Promise<void> {
  requireOwn(context, queue)
  const jobs = new JobStore(context.connection)
  const dead = (await jobs.dead(queue, MAX_IN_HAND)).filter(({ _id }) => id === undefined || _id === id)
  await withChannel(context.environment, async (channel) => {
    const { messageCount } = await channel.checkQueue(deadQueueOf(queue))
    const letters = await takeDead(channel, queue, Math.min(messageCount, MAX_IN_HAND))
    const isChosen = ({ message }: DeadLetter) => id === undefined || message.properties.messageId === id
    if (id !== undefined && dead.length === 0 && !letters.some(isChosen))
      throw new CommandError(`There is no dead letter ${id} in ${queue}.`)
    for (const letter of letters) {
      if (!isChosen(letter)) {
        await putBack(channel, queue, letter)
        continue
      }
      // Audit first: a letter that was audited but not handled is still there, and is handled again.
      if (letter.event) await recordInAudit(context, queue, letter.event, auditEvent)
      await act.letter(channel, letter)
    }
  })
  for (const { event } of dead) {
    await recordInAudit(context, queue, event, auditEvent)
    await act.job(jobs, event)
  }
}

async function recordInAudit(
  { connection }: OpsContext,
  queue: string,
  event: CloudEvent,
  definition: EventDefinition,
): Promise<void> {
  const origin = { organizationId: event.organizationid, actor: 'operator', requestId: newId('request') }
  const data = { id: event.id, type: event.type, queue, subject: event.subject }
  const record = newEvent(definition, { subject: event.id, sequence: 1, time: new Date(), origin, data })
  await inTransaction(connection, (session) => appendToOutbox(outboxOf(connection), [record], session))
}

function requireOwn({ definition }: OpsContext, queue: string): void {
  if (definition.queues.includes(queue)) return
  throw new CommandError(
    `${definition.service} has no queue ${queue}; it has ${definition.queues.join(', ')}.`,
  )
}

const NOT_FOUND = 404

/** undefined for a queue that no process has declared yet. */
function whereMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === NOT_FOUND) return undefined
  throw error
}

/** Works with a channel of its own. The broker requeues what is unacknowledged when the channel closes. */
async function withChannel<T>(
  environment: NodeJS.ProcessEnv,
  work: (channel: ConfirmChannel) => Promise<T>,
): Promise<T> {
  const { RABBITMQ_URL } = readEnvironment(brokerVariables, environment)
  const connection = await amqplib.connect(RABBITMQ_URL).catch((error: Error) => {
    throw new CommandError(`The broker cannot be reached: ${error.message}`)
  })
  try {
    const channel = await connection.createConfirmChannel()
    // The failed call reports it too.
    channel.on('error', () => {})
    const done = await work(channel)
    await channel.close()
    return done
  } finally {
    await connection.close().catch(() => {})
  }
}

const shownEvent = (event: CloudEvent | undefined) => ({
  type: event?.type ?? null,
  organization_id: event?.organizationid ?? null,
  subject: event?.subject ?? null,
  time: event?.time ?? null,
  request_id: event?.requestid ?? null,
})

/** A job that was given up, as operators see it. */
const shownJob = (event: CloudEvent) => ({
  id: event.id,
  ...shownEvent(event),
  reason: 'job_failed',
  bytes: Buffer.byteLength(JSON.stringify(event)),
})

/** A dead letter as operators see it. */
const shown = ({ event, message: { properties, content } }: DeadLetter) => ({
  id: String(properties.messageId ?? ''),
  ...shownEvent(event),
  reason: properties.headers?.['x-first-death-reason'] ?? null,
  bytes: content.length,
})

/** Data of the event; the text itself if it is none. */
const dataOf = ({ event, message }: DeadLetter): unknown => event?.data ?? message.content.toString('utf8')

/**
 * How often a message may be requeued as it is: RabbitMQ 4 drops one delivered more than 20 times. A copy starts
 * over.
 */
const MAX_RETURNS = 10

/** A message that no retry has helped. */
interface DeadLetter {
  readonly message: GetMessage
  /** undefined: not a valid event */
  readonly event: CloudEvent | undefined
}

const deadQueueOf = (queue: string): string => `${queue}.dead`

/**
 * Takes dead letters, oldest first; no other reader sees them until they are acknowledged or requeued.
 *
 * @param max how many to take
 */
async function takeDead(channel: ConfirmChannel, queue: string, max: number): Promise<DeadLetter[]> {
  const taken: DeadLetter[] = []
  while (taken.length < max) {
    const message = await channel.get(deadQueueOf(queue))
    if (!message) break
    taken.push({ message, event: eventIn(message.content) })
  }
  return taken
}

/** Requeues a dead letter where it was. */
async function putBack(channel: ConfirmChannel, queue: string, { message }: DeadLetter): Promise<void> {
  if (Number(message.properties.headers?.['x-delivery-count'] ?? 0) < MAX_RETURNS) {
    channel.nack(message, false, true)
    return
  }
  await send(
    channel,
    { exchange: DEAD_EXCHANGE, key: queue },
    message,
    (header) => header === 'x-delivery-count',
  )
  channel.ack(message)
}

/** Sends a dead letter to the queue it died in, and to no other. */
async function replay(channel: ConfirmChannel, queue: string, { message }: DeadLetter): Promise<void> {
  // Not through the default exchange: it reaches every queue, so no service has access to it.
  const exchange = `${queue}.replay`
  await channel.assertExchange(exchange, 'direct', { durable: false })
  await channel.bindQueue(queue, exchange, queue)
  // Drop the broker's notes about its death.
  await send(channel, { exchange, key: queue }, message, (header) => header.startsWith('x-'))
  await channel.deleteExchange(exchange)
  channel.ack(message)
}

async function send(
  channel: ConfirmChannel,
  { exchange, key }: { readonly exchange: string; readonly key: string },
  { content, properties }: GetMessage,
  isDropped: (header: string) => boolean,
): Promise<void> {
  const headers = Object.entries(properties.headers ?? {}).filter(([name]) => !isDropped(name))
  const { messageId, contentType } = properties
  const options: Options.Publish = {
    persistent: true,
    messageId,
    contentType,
    headers: Object.fromEntries(headers),
  }
  await new Promise<void>((resolve, reject) => {
    channel.publish(exchange, key, content, options, (error) => (error ? reject(error) : resolve()))
  })
}
