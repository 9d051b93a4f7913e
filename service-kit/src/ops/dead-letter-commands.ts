import { deadLetterDropped, deadLetterReplayed, type EventDefinition } from '@usher/contracts'
import amqplib, { type ConfirmChannel } from 'amqplib'
import { z } from 'zod'
import { JobStore } from '../events/job-store.ts'
import { newEvent } from '../events/new-event.ts'
import { appendToOutbox, outboxModel } from '../events/outbox-store.ts'
import { newId } from '../formats/ids.ts'
import { readEnvironment, variables } from '../process/config.ts'
import { inTransaction } from '../store/transaction.ts'
import { CommandError, defineCommand, type OpsContext } from './command.ts'
import { type DeadLetter, deadQueueOf, putBack, replay, takeDead } from './dead-letters.ts'

const text = { type: 'string' } as const
const brokerVariables = z.object({ RABBITMQ_URL: variables.RABBITMQ_URL })

/** Dead letters searched at most to find one by its id. */
const MAX_IN_HAND = 10_000

export const listDeadLetters = defineCommand({
  usage: '',
  about: 'Counts what no retry has helped, by queue',
  options: {},
  schema: z.object({}),
  async run({ definition, environment, result }) {
    for (const queue of definition.queues) {
      const dead_letters = await withChannel(environment, async (channel) => {
        const { messageCount } = await channel.checkQueue(deadQueueOf(queue))
        return messageCount
      }).catch(whereMissing)
      if (dead_letters !== undefined) result({ service: definition.service, queue, dead_letters })
    }
  },
})

export const showDeadLetters = defineCommand({
  usage: '--queue QUEUE [--limit 20] [--data]',
  about: 'Shows dead letters, oldest first; their data, which may be personal, only with --data',
  options: { queue: text, limit: text, data: { type: 'boolean' } },
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
    })
  },
})

export const replayDeadLetters = defineCommand({
  usage: '--queue QUEUE [--id evt_… (all)]',
  about: 'Gives dead letters back to the queue they died in, which is safe to repeat',
  options: { queue: text, id: text },
  schema: z.object({ queue: z.string(), id: z.string().optional() }),
  async run(context, { queue, id }) {
    await eachChosen(context, { queue, id, auditEvent: deadLetterReplayed }, async (channel, letter) => {
      await replay(channel, queue, letter)
      context.result({ ...shown(letter), replayed: true })
    })
  },
})

export const dropDeadLetters = defineCommand({
  usage: '--queue QUEUE --id evt_…|--all',
  about: 'Throws dead letters away: what they ask for will never be done',
  destructive: true,
  options: { queue: text, id: text, all: { type: 'boolean' } },
  schema: z
    .object({ queue: z.string(), id: z.string().optional(), all: z.boolean().default(false) })
    .refine(({ id, all }) => (id !== undefined) !== all, { error: 'Give either --id or --all.' }),
  async run(context, { queue, id }) {
    const jobs = new JobStore(context.connection)
    await eachChosen(context, { queue, id, auditEvent: deadLetterDropped }, async (channel, letter) => {
      if (letter.event) await jobs.deleteDead(letter.event.id)
      channel.ack(letter.message)
      context.result({ ...shown(letter), dropped: true })
    })
  },
})

interface Choice {
  readonly queue: string
  /** undefined: all there are now */
  readonly id: string | undefined
  /** The event for the organisation's audit trail. */
  readonly auditEvent: EventDefinition
}

/** Applies an action to the chosen dead letters; the others stay. */
async function eachChosen(
  context: OpsContext,
  { queue, id, auditEvent }: Choice,
  act: (channel: ConfirmChannel, letter: DeadLetter) => Promise<void>,
): Promise<void> {
  requireOwn(context, queue)
  await withChannel(context.environment, async (channel) => {
    const { messageCount } = await channel.checkQueue(deadQueueOf(queue))
    const letters = await takeDead(channel, queue, Math.min(messageCount, MAX_IN_HAND))
    const isChosen = ({ message }: DeadLetter) => id === undefined || message.properties.messageId === id
    if (id !== undefined && !letters.some(isChosen))
      throw new CommandError(`There is no dead letter ${id} in ${queue}.`)
    for (const letter of letters) {
      if (!isChosen(letter)) {
        await putBack(channel, queue, letter)
        continue
      }
      // Audit first: a letter that was audited but not handled is still there, and is handled again.
      await recordInAudit(context, queue, letter, auditEvent)
      await act(channel, letter)
    }
  })
}

async function recordInAudit(
  { connection }: OpsContext,
  queue: string,
  { event }: DeadLetter,
  definition: EventDefinition,
): Promise<void> {
  if (!event) return
  const origin = { organizationId: event.organizationid, actor: 'operator', requestId: newId('request') }
  const data = { id: event.id, type: event.type, queue, subject: event.subject }
  const record = newEvent(definition, { subject: event.id, sequence: 1, time: new Date(), origin, data })
  const outbox = outboxModel(connection)
  await outbox.createCollection()
  await inTransaction(connection, (session) => appendToOutbox(outbox, [record], session))
}

function requireOwn({ definition }: OpsContext, queue: string): void {
  if (definition.queues.includes(queue)) return
  throw new CommandError(
    `${definition.service} has no queue ${queue}; it has ${definition.queues.join(', ')}.`,
  )
}

const shown = ({ event, message: { properties, content } }: DeadLetter) => ({
  id: String(properties.messageId ?? ''),
  type: event?.type ?? null,
  organization_id: event?.organizationid ?? null,
  subject: event?.subject ?? null,
  time: event?.time ?? null,
  request_id: event?.requestid ?? null,
  reason: properties.headers?.['x-first-death-reason'] ?? null,
  bytes: content.length,
})

const dataOf = ({ event, message }: DeadLetter): unknown => event?.data ?? message.content.toString('utf8')

const NOT_FOUND = 404

/** undefined for a queue that no process has declared yet. */
function whereMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === NOT_FOUND) return undefined
  throw error
}

/** The broker requeues what is unacknowledged when the channel closes. */
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
