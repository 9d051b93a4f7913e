import { serviceNames } from '@usher/local'
import type { Container, Project } from './project.ts'
import { assert, run } from './run.ts'

interface Inspected {
  readonly Config: { readonly User: string; readonly Image: string }
  readonly State: { readonly StartedAt: string }
  readonly HostConfig: {
    readonly ReadonlyRootfs: boolean
    readonly CapDrop: readonly string[] | null
    readonly SecurityOpt: readonly string[] | null
    readonly Memory: number
  }
}

/** Prints the user id and whether the root file system is writable and tools are available. */
const TRY = `
import { existsSync, writeFileSync } from 'node:fs'
let wrote = true
try { writeFileSync('main.ts', '') } catch ({ code }) { wrote = code !== 'EROFS' }
const tools = ['npm', 'npx', 'corepack', 'yarn'].filter((tool) => existsSync('/usr/local/bin/' + tool))
console.log(process.getuid(), wrote, tools.join())`

/**
 * Checks that every container runs without root, capabilities or a way to gain them, on a read-only root, with a memory
 * limit.
 */
export async function areConfined(project: Project): Promise<string> {
  const containers = await project.containers()
  for (const container of containers) await isConfined(project, container)
  const ours = containers.filter(({ service }) => isOurs(service))
  for (const container of ours) {
    const [user, wrote, tools = ''] = (await project.node(container, TRY)).split(' ')
    assert(user === '1000' && wrote === 'false', `${container.service} runs as 1000 and cannot write`)
    assert(tools === '', `${container.service} has no package manager: ${tools}`)
  }
  return `${containers.length} containers, ${ours.length} of them ours: no root, read-only, no capabilities`
}

export const isOurs = (service: string): boolean => [...serviceNames, 'gateway'].includes(service)

async function isConfined(project: Project, { id, service }: Container): Promise<void> {
  const [{ Config, HostConfig }] = await inspect(project, id)
  assert(/^[1-9]\d*:/.test(Config.User), `${service} has a user other than root: ${Config.User}`)
  assert(HostConfig.ReadonlyRootfs, `${service} has a read-only root`)
  assert(HostConfig.CapDrop?.includes('ALL'), `${service} has no capabilities`)
  assert(HostConfig.SecurityOpt?.includes('no-new-privileges:true'), `${service} cannot get privileges`)
  assert(HostConfig.Memory > 0, `${service} has a bound of its memory`)
}

async function inspect(project: Project, id: string): Promise<[Inspected]> {
  return JSON.parse(await run('docker', ['inspect', id], { env: project.env })) as [Inspected]
}

const OTHERS = `
import mongoose from 'mongoose'
const url = new URL(process.env.MONGODB_URL)
const connection = await mongoose.createConnection(url.href).asPromise()
const codes = []
for (const name of ['usher_accounts', 'usher_notification', 'admin']) {
  await connection.getClient().db(name).command({ find: 'members', limit: 1 }).catch(({ code }) => codes.push(code))
}
console.log(codes.join())
await connection.close()`

const UNAUTHORIZED = 13

/**
 * Checks that one service's database user is refused by the other databases, and that the gateway cannot even reach
 * MongoDB.
 */
export async function keepToThemselves(project: Project): Promise<string> {
  const [queue] = await project.containers('queue')
  const [gateway] = await project.containers('gateway')
  assert(queue && gateway, 'queue and gateway run')
  const codes = await project.node(queue, OTHERS)
  assert(
    codes === [UNAUTHORIZED, UNAUTHORIZED, UNAUTHORIZED].join(),
    `queue is refused by others' databases: ${codes}`,
  )
  const lookUp = `import('node:dns/promises').then((dns) => dns.lookup('mongo')).then(() => console.log('found'), () => console.log('unknown'))`
  assert((await project.node(gateway, lookUp)) === 'unknown', 'the gateway does not reach MongoDB')
  return "each service's user opens its own database alone; the gateway reaches none"
}
