import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { findOnPath, images, nodeArguments } from '@usher/local'
import { assert } from './run.ts'

interface Infrastructure {
  readonly sources: { readonly mongodb: string; readonly rabbitmq: string }
}

/**
 * Checks that `npm start` finds MongoDB and RabbitMQ through the Docker engine when there are no others.
 *
 * @returns a line for the report
 */
export async function findsServersInDocker(engineEnv: NodeJS.ProcessEnv): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'usher-docker-home-'))
  const args = [...nodeArguments('deploy/local/src/infra.ts'), '--home', home, '--ephemeral']
  const child = spawn(process.execPath, args, {
    env: withoutServers(engineEnv),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const startedAt = Date.now()
  try {
    const [line] = await Promise.race([
      once(createInterface({ input: child.stdout }), 'line'),
      once(child, 'exit'),
    ])
    assert(typeof line === 'string', 'the servers start')
    const { sources } = JSON.parse(line) as Infrastructure
    assert(sources.mongodb === `${images.mongo} in Docker`, `MongoDB is in Docker: ${sources.mongodb}`)
    assert(sources.rabbitmq === `${images.rabbit} in Docker`, `RabbitMQ is in Docker: ${sources.rabbitmq}`)
    return `${images.mongo} and ${images.rabbit}, ready after ${Math.round((Date.now() - startedAt) / 1000)} s`
  } finally {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
    await rm(home, { recursive: true, force: true })
  }
}

/** An environment in which Docker is the first source that works. */
function withoutServers(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { MONGODB_URL: _, RABBITMQ_URL: __, ...others } = env
  const hiding = ['mongod', 'rabbitmq-server']
    .flatMap((name) => findOnPath(name) ?? [])
    .map((path) => dirname(path))
  const PATH = (env.PATH ?? '')
    .split(':')
    .filter((folder) => !hiding.includes(folder))
    .join(':')
  // Without Ryuk, which is one more image: this check stops what it starts.
  return { ...others, PATH, TESTCONTAINERS_RYUK_DISABLED: 'true' }
}
