import amqplib, { type ConfirmChannel } from 'amqplib'
import { z } from 'zod'
import { readEnvironment, variables } from '../process/config.ts'
import { CommandError } from './command.ts'

const brokerVariables = z.object({ RABBITMQ_URL: variables.RABBITMQ_URL })

const NOT_FOUND = 404

/** undefined for a queue that no process has declared yet. */
export function whereMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === NOT_FOUND) return undefined
  throw error
}

/** Works with a channel of its own. The broker requeues what is unacknowledged when the channel closes. */
export async function withChannel<T>(
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
