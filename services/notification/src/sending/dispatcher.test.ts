import { createLogger } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import type { Claim } from '../notifications/claim-due.ts'
import { startDispatcher } from './dispatcher.ts'

test('the dispatcher looks for notifications that came due while a claim was under way', async () => {
  let now = 0
  const claimedAt: Date[] = []
  const askedAfter: Date[] = []
  const ctx = {
    clock: { now: () => new Date(now) },
    log: createLogger('test', 'silent'),
    whenDue() {},
    notifications: {
      async claimDue(claim: Claim) {
        claimedAt.push(claim.now)
        now += 5
        return []
      },
      async nextDueAfter(time?: Date) {
        if (!time) return new Date(0)
        askedAfter.push(time)
        return undefined
      },
    },
  } as unknown as NotificationContext
  await using dispatcher = startDispatcher(ctx)
  await dispatcher.run()
  expect(askedAfter[0]).toEqual(claimedAt[0])
})
