import { isOurs } from './confinement.ts'
import type { Container, Project } from './project.ts'
import { assert, run } from './run.ts'
import { until } from './until.ts'

const MB = 1_000_000

/** Sizes of Usher's images: how much each adds to the base image they share. */
export async function imageSizes(project: Project, base: string): Promise<string[]> {
  const bytes = async (image: string) =>
    Number(await run('docker', ['image', 'inspect', '--format', '{{.Size}}', image], { env: project.env }))
  const baseBytes = await bytes(base)
  const lines = [`${base}: ${megabytes(baseBytes)}`]
  for (const { service } of await onePerService(project)) {
    lines.push(`usher-${service}: ${megabytes((await bytes(`usher-${service}:check`)) - baseBytes)} above it`)
  }
  return lines
}

const megabytes = (bytes: number) => `${Math.round(bytes / MB)} MB`

/** Restarts each of Usher's processes in turn and reports the seconds from start to ready. */
export async function startTimes(project: Project): Promise<string[]> {
  const services = await onePerService(project)
  const gateway = services.find(({ service }) => service === 'gateway')
  assert(gateway, 'the gateway runs')
  const lines: string[] = []
  for (const container of services) {
    await run('docker', ['stop', container.id], { env: project.env })
    await run('docker', ['start', container.id], { env: project.env })
    const format = ['inspect', '--format', '{{.State.StartedAt}}', container.id]
    const ready =
      container === gateway
        ? await readyHere(project)
        : Number(await project.node(gateway, readyAt(container)))
    const started = Date.parse(await run('docker', format, { env: project.env }))
    lines.push(`${container.service}: ${((ready - started) / 1000).toFixed(1)} s`)
  }
  return lines
}

async function readyHere({ url }: Project): Promise<number> {
  await until('the gateway', async () => (await fetch(`${url}/readyz`)).ok)
  return Date.now()
}

/** Runs in the gateway's container, which reaches every service. */
const readyAt = ({ service }: Container) => `
import { setTimeout as delay } from 'node:timers/promises'
const isReady = () => fetch('http://${service}:8080/readyz').then(({ ok }) => ok, () => false)
while (!(await isReady())) await delay(20)
console.log(Date.now())`

async function onePerService(project: Project): Promise<Container[]> {
  const found = (await project.containers()).filter(({ service }) => isOurs(service))
  const first = new Map(found.map((container) => [container.service, container]))
  return [...first.values()].sort((a, b) => a.service.localeCompare(b.service))
}
