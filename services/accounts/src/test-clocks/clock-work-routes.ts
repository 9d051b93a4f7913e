import { type ClockTask, type CloudEvent, clockClaim, clockLookup, clockReport } from '@usher/contracts'
import { newId, notFound, parse } from '@usher/service-kit'
import express, { type RequestHandler, type Router } from 'express'
import type { ServiceContext } from '../context.ts'
import { firstEventOf } from '../organizations/insert-organization.ts'
import { organizationChanged } from '../organizations/update-organization.ts'
import { notifySettled } from './settling.ts'
import type { TestClock } from './test-clock.ts'

/** Routes by which the gateway finds the clock that a request names, and drives clocks. */
export function clockWorkRoutes(context: ServiceContext, guard: RequestHandler): Router {
  const { testClocks, clock } = context
  const router = express.Router()
  const readJson = express.json()

  router.post(clockLookup.path, guard, readJson, async (req, res) => {
    const { organization_id, clock_id, leaves_work_in } = parse(clockLookup.body, req.body, '')
    const found = await testClocks.use(organization_id, clock_id, leaves_work_in, clock.now())
    if (!found) throw notFound('test clock')
    const { world_id, now, status } = found
    res.json({ organization_id: world_id, now: now.toISOString(), status })
  })

  router.post(clockClaim.path, guard, readJson, async (req, res) => {
    const { owner, organization_id, touched } = parse(clockClaim.body, req.body, '')
    for (const [worldId, services] of Object.entries(touched)) await testClocks.touch(worldId, services)
    const claimed = await testClocks.claim(owner, organization_id, clock.now())
    if (!claimed) throw notFound('test clock with work to do')
    res.json(await taskOf(context, claimed))
  })

  router.post(clockReport.path, guard, readJson, async (req, res) => {
    const { owner, organization_id: worldId, now, dues, outcome } = parse(clockReport.body, req.body, '')
    const report = { owner, worldId, now: new Date(now), dues: datesOf(dues), at: clock.now() }
    if (outcome === 'failed') await testClocks.fail(report)
    if (outcome === 'deleted') await testClocks.forget(report)
    const isOver = outcome === 'settled' ? await testClocks.settle(report) : outcome !== 'going_on'
    if (isOver) {
      notifySettled(worldId)
      return void res.json(null)
    }
    const current = await (outcome === 'settled' ? testClocks.takeUp(report) : testClocks.renew(report))
    if (!current) throw notFound('test clock of this gateway')
    res.json(await taskOf(context, current))
  })

  return router
}

async function taskOf(context: ServiceContext, clock: TestClock): Promise<ClockTask> {
  const is_deleted = clock.deleted_at !== null
  return {
    organization_id: clock.world_id,
    now: clock.now.toISOString(),
    advancing_to: clock.advancing_to?.toISOString() ?? null,
    touched: [...clock.touched],
    dues: timesOf(clock.dues),
    is_deleted,
    introduction: is_deleted || clock.is_introduced ? [] : await introduce(context, clock),
  }
}

/** The events by which services learn of any organisation: the settings are those of the live one at this time. */
async function introduce(
  { organizations }: Pick<ServiceContext, 'organizations'>,
  { organization_id, world_id, now }: TestClock,
): Promise<CloudEvent[]> {
  const owner = await organizations.find(organization_id)
  if (!owner) return []
  const organization = { ...owner, _id: world_id, version: 2, created_at: now }
  const origin = { actor: 'system', requestId: newId('request') }
  return [firstEventOf(organization, origin), organizationChanged(organization, { time: now, origin })]
}

const datesOf = (dues: ClockTask['dues']): TestClock['dues'] =>
  Object.fromEntries(Object.entries(dues).map(([service, due]) => [service, due && new Date(due)]))

const timesOf = (dues: TestClock['dues']): ClockTask['dues'] =>
  Object.fromEntries(Object.entries(dues).map(([service, due]) => [service, due?.toISOString() ?? null]))
