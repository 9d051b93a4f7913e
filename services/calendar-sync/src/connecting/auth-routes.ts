import { type Caller, operations } from '@usher/contracts'
import {
  type CallbackRequest,
  type Job,
  type OperationRouter,
  type RedirectReply,
  SESSION_HEADER,
  type TextReply,
} from '@usher/service-kit'
import { connectionChanges } from '../connections/connection.ts'
import type { CalendarSyncContext } from '../context.ts'
import { notConfigured } from '../google/problem.ts'
import { newSync } from '../sync-on-demand/sync.ts'
import { begin } from './begin.ts'
import type { Ending } from './ending.ts'
import { confirm, finish } from './finish.ts'
import { pageOf } from './pages.ts'

/** Routes to Google and back. */
export function authRoutes(
  ctx: CalendarSyncContext,
  { on }: OperationRouter,
  { onDemand }: { readonly onDemand: Job },
): void {
  on(operations.startGoogleCalendarAuth, async ({ query, caller, accepts }) => {
    const { url, expiresAt } = await begin(ctx, caller, query)
    if (accepts('json', 'html') === 'html') return { redirectTo: url }
    return { body: { authorization_url: url, expires_at: expiresAt.toISOString() } }
  })

  const answer = async (ending: Ending, isMember: boolean): Promise<TextReply | RedirectReply> => {
    if (!('connected' in ending)) return pageOf(ending, isMember)
    const { connected, before, actor, returnTo } = ending
    // Start the first sync, or catch up after a reconnection, without being asked.
    await ctx.syncs.insert(newSync(connected.organization_id, [connected._id], ctx.clock.now()))
    void onDemand.run()
    const audit = {
      organization_id: connected.organization_id,
      actor,
      resource: connected._id,
      changes: connectionChanges(before, connected),
    }
    if (returnTo !== null) return { redirectTo: `${ctx.config.publicUrl}${returnTo}`, audit }
    return { ...pageOf(ending, isMember), audit }
  }

  on(operations.finishGoogleCalendarAuth, async ({ query, request }) => {
    if (!ctx.oauth) throw notConfigured()
    const member = signedIn(ctx, request)
    const ending = await finish(ctx, query, member ?? undefined)
    // Whoever comes back to an ended session is still a member.
    const isMember = member !== null || ('failure' in ending && ending.failure === 'wrong_session')
    return answer(ending, isMember)
  })

  on(operations.confirmGoogleCalendar, async ({ params }) => {
    if (!ctx.oauth) throw notConfigured()
    return answer(await confirm(ctx, params.token), false)
  })
}

/** The member signed in in the browser, according to the gateway. */
function signedIn({ verifyCaller }: CalendarSyncContext, request: CallbackRequest): Caller | null {
  const token = request.header(SESSION_HEADER)
  return token === undefined ? null : verifyCaller(token)
}
