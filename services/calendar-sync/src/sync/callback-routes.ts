import { operations } from '@usher/contracts'
import { type Job, notFound, type OperationRouter } from '@usher/service-kit'
import { calendarOfMessage } from './channels.ts'
import type { SyncContext } from './sync-context.ts'

/** Receives Google's push notifications; the changes are read afterwards (Calendar API, "Push notifications"). */
export function callbackRoutes(
  ctx: SyncContext,
  { on }: OperationRouter,
  { sync }: { readonly sync: Job },
): void {
  on(operations.receiveGoogleCalendarPush, async ({ request }) => {
    const header = (name: string) => request.header(`x-goog-${name}`) ?? ''
    const message = {
      channelId: header('channel-id'),
      resourceId: header('resource-id'),
      token: header('channel-token'),
    }
    const calendar = await calendarOfMessage(ctx, message)
    if (!calendar) throw notFound('channel')
    // The first message of a channel announces no change.
    if (header('resource-state') !== 'sync') {
      await ctx.calendars.wantPull({ _id: calendar._id }, ctx.clock.now())
      void sync.run()
    }
    return { body: null }
  })
}
