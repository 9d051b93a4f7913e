import { createHmac, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type BrokerUser, prepareBroker } from '@usher/setup'
import { z } from 'zod'
import { dockerRabbit } from './docker.ts'
import { embeddedRabbit } from './embedded/rabbitmq.ts'
import { writePrivateJson } from './files.ts'
import { readKeptFile } from './kept-file.ts'
import { processNames } from './processes.ts'
import { findOnPath } from './programs.ts'
import { externalServer, type ProvideOptions, SetupError } from './provided.ts'
import type { Credentials, ProvidedRabbit, RabbitServer } from './provided-rabbit.ts'
import { ensureRabbitListens } from './rabbitmq-ready.ts'
import { startRabbit } from './rabbitmq-server.ts'

const whatToDo =
  'Do one of these, then run the same command again:\n' +
  '  - set RABBITMQ_URL to a server that you run (amqp://user:password@host:5672),\n' +
  '    and RABBITMQ_MANAGEMENT_URL to its management API (http://user:password@host:15672)\n' +
  '  - install RabbitMQ 3.10 or newer, so that `rabbitmq-server` is on the PATH\n' +
  '  - start Docker'

/**
 * Provides a RabbitMQ from the first source available: the address in RABBITMQ_URL (and RABBITMQ_MANAGEMENT_URL); a
 * `rabbitmq-server` on the PATH, run privately; Docker; a copy fetched into the cache from Debian's packages.
 *
 * @throws SetupError that says what to install or set.
 */
export async function provideRabbit(options: ProvideOptions): Promise<ProvidedRabbit> {
  const env = options.env ?? process.env
  if (env.RABBITMQ_URL) {
    await ensureRabbitListens(env.RABBITMQ_URL)
    const managementUrl = env.RABBITMQ_MANAGEMENT_URL
    return { ...externalServer(env.RABBITMQ_URL, 'RABBITMQ_URL'), managementUrl }
  }
  const credentials = await rememberedCredentials(join(options.home, 'rabbitmq', 'credentials.json'))

  const installed = installedServer(env)
  if (installed !== undefined) {
    const source = 'rabbitmq-server on the PATH'
    return withUsers(await startRabbit({ ...options, command: installed, source, credentials }), credentials)
  }
  const docker = await dockerRabbit(options, credentials)
  if (docker !== undefined) return withUsers(docker, credentials)

  const embedded = await embeddedRabbit(options).catch((error: unknown) => {
    throw new SetupError(`RabbitMQ could not be fetched: ${(error as Error).message}\n${whatToDo}`)
  })
  return withUsers(await startRabbit({ ...options, ...embedded, credentials }), credentials)
}

/** Debian's program on the PATH changes the user and the paths; the script it calls does not. */
function installedServer(env: NodeJS.ProcessEnv): string | undefined {
  const onPath = findOnPath('rabbitmq-server', env)
  const script = '/usr/lib/rabbitmq/bin/rabbitmq-server'
  return onPath?.startsWith('/usr/sbin/') && existsSync(script) ? script : onPath
}

const credentialsSchema = z.object({ user: z.string().min(1), password: z.string().min(1) }).readonly()

async function rememberedCredentials(file: string): Promise<Credentials> {
  const known = await readKeptFile(file, credentialsSchema)
  if (known) return known
  const credentials = { user: 'usher', password: randomBytes(18).toString('base64url') }
  await writePrivateJson(file, credentials)
  return credentials
}

/** Gives each process its own user with least privilege on a private RabbitMQ. */
async function withUsers(server: RabbitServer, administrator: Credentials): Promise<ProvidedRabbit> {
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
