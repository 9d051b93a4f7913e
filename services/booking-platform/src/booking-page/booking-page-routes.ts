import { operations, type Refusals } from '@usher/contracts'
import { entityTag, type OperationRouter, requireMatch } from '@usher/service-kit'
import type { BookingPlatformContext } from '../context.ts'
import { type BookingPageRecord, changedPage, pageChanges, presentPage } from './booking-page.ts'

/** Routes for the settings of the booking page. */
export function bookingPageRoutes(ctx: BookingPlatformContext, { on }: OperationRouter): void {
  const { clock, idempotency: answers, bookingPages } = ctx
  const reply = (record: BookingPageRecord | null) => ({
    body: presentPage(record, ctx.bookUrl),
    headers: { etag: entityTag(record?.version ?? 0) },
  })

  on(operations.getBookingPage, async ({ caller }) =>
    reply(await bookingPages.find(caller.organization_id, caller.organization_id)),
  )

  on(operations.getBookingPageRefusals, async ({ caller: { organization_id: id } }) => ({
    body: { data: (await ctx.guard.refusals(id, id)) as Refusals['data'] },
  }))

  on(operations.updateBookingPage, ({ body, caller, ifMatch }) =>
    answers.once(undefined, async (session) => {
      const { organization_id: id } = caller
      const before = await bookingPages.find(id, id, session)
      requireMatch(ifMatch, before?.version ?? 0)
      const after = changedPage(before, body, caller, clock.now())
      await bookingPages.save(before, after, session)
      return { ...reply(after), audit: { resource: id, changes: pageChanges(before, after) } }
    }),
  )
}
