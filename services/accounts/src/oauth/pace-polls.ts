import type { ServiceContext } from '../context.ts'
import type { Middleware } from './issue-access-tokens.ts'

/** Seconds that a program waits between two polls for a device code: the default of RFC 8628 §3.2. */
const INTERVAL_SECONDS = 5

/** How much earlier a poll may arrive, in ms: the one before may have been longer on its way. */
const TOLERANCE_MS = 1_000

/**
 * Tells programs how often to poll for a device code, and answers `slow_down` to polls that come sooner (RFC 8628 §3.5).
 * Once the person has answered, any poll gets the outcome.
 */
export const pacePolls =
  ({ artifacts, clock }: Pick<ServiceContext, 'artifacts' | 'clock'>): Middleware =>
  async (ctx, next) => {
    await next()
    const { route, params } = ctx.oidc ?? {}
    const body = ctx.body as { error?: string } | undefined
    if (route === 'device_authorization' && ctx.status === 200)
      ctx.body = { ...body, interval: INTERVAL_SECONDS }
    if (route !== 'token' || body?.error !== 'authorization_pending') return
    const last = await artifacts.notePoll(String(params?.device_code), clock.now())
    if (
      last === undefined ||
      clock.now().getTime() - last.getTime() >= INTERVAL_SECONDS * 1000 - TOLERANCE_MS
    )
      return
    const error_description = `wait ${INTERVAL_SECONDS} seconds longer between two polls from now on`
    ctx.body = { error: 'slow_down', error_description }
  }
