import { createHmac } from 'node:crypto'
import { type BrokerUser, prepareBroker } from '@usher/setup'
import { processNames } from './processes.ts'
import type { Credentials, ProvidedRabbit, RabbitServer } from './provided-rabbit.ts'

/** Gives each process its own user with least privilege on a private RabbitMQ. */
export async function withUsers(server: RabbitServer, administrator: Credentials): Promise<ProvidedRabbit> {
  try {
    await prepareBroker(
      server.managementUrl,
      processNames.map((name) => userOf(name, administrator)),
    )
  } catch (error) {
    await server.stop()
    throw error
  }
  return {
    ...server,
    urlFor(process) {
      const { user, password } = userOf(process, administrator)
      const url = new URL(server.url)
      return Object.assign(url, { username: user, password }).href
    },
  }
}

/** The password is derived from the administrator's, so that only one has to be kept. */
const userOf = (process: string, { password }: Credentials): BrokerUser => ({
  process,
  user: `usher_${process.replaceAll('-', '_')}`,
  password: createHmac('sha256', password).update(process).digest('base64url'),
})
