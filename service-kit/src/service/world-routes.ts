import type { KeyObject } from 'node:crypto'
import { clockDeletion, clockIdOf, clockWork } from '@usher/contracts'
import express, { type Router } from 'express'
import { ProblemError, parse } from '../errors.ts'
import { CALLER_HEADER } from '../http/caller-token.ts'
import { onlyGateway } from '../http/gateway-token.ts'
import type { Foundation } from './foundation-type.ts'
import type { Worlds } from './worlds.ts'

/** Header by which the gateway says that a request is about the data of a test clock. */
export const WORLD_HEADER = 'x-usher-test-clock'

/** Largest batch of events carried at a time. */
const MAX_WORK = '32mb'

/** Routes of requests about the data of test clocks, and of the gateway, which moves the clocks. */
export function worldRoutes(
  worlds: Worlds,
  { verifyCaller }: Pick<Foundation, 'verifyCaller'>,
  publicKey: KeyObject,
): Router {
  const router = express.Router()
  router.use(async (req, res, next) => {
    if (req.headers[WORLD_HEADER] === undefined) return next()
    const { organization_id, clock_now } = verifyCaller(req.get(CALLER_HEADER))
    if (clock_now === undefined || clockIdOf(organization_id) === undefined)
      throw new ProblemError('unauthorized', 'The caller token is not for a test clock.')
    const now = new Date(clock_now)
    const world = await worlds.of(organization_id, now)
    world.moveTo(now)
    world.router(req, res, (error?: unknown) =>
      next(error ?? new ProblemError('not_found', 'There is no such route.')),
    )
  })
  const guard = onlyGateway(publicKey)
  const readJson = express.json({ limit: MAX_WORK })
  router.post(clockWork.path, guard, readJson, async (req, res) => {
    const work = parse(clockWork.body, req.body, '')
    const world = await worlds.of(work.organization_id, new Date(work.from))
    res.json(await world.work(work))
  })
  router.post(clockDeletion.path, guard, readJson, async (req, res) => {
    const { organization_id } = parse(clockDeletion.body, req.body, '')
    const world = await worlds.of(organization_id, new Date(0))
    await world.delete()
    worlds.forget(organization_id)
    res.status(204).end()
  })
  return router
}
