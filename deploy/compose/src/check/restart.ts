import { caller, type Demo } from './api.ts'
import type { Project } from './project.ts'
import { assert } from './run.ts'
import { until } from './until.ts'

/**
 * Recreates the containers on the old volumes and checks that the set-up job runs again and nothing is lost.
 *
 * @returns a line for the report
 */
export async function keepsItsData(project: Project, { api_key }: Demo, queue: string): Promise<string> {
  const call = caller(project.url, api_key)
  const before = (await call(200, 'GET', `/v1/queues/${queue}`)).waiting_count
  await project.compose('down', '--timeout', '15')
  const startedAt = Date.now()
  await project.compose('up', '--detach', '--no-build')
  await until('the gateway', async () => (await fetch(`${project.url}/readyz`)).ok)
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  const after = await until(
    'the queue',
    async () => (await call(200, 'GET', `/v1/queues/${queue}`)).waiting_count,
  )
  assert(after === before, `the ${before} guests are still there: ${after}`)
  return `${after} guests are still there; everything ready ${seconds} s after \`up\``
}
