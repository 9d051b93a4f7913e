import { type Job, startDueJob } from '@usher/service-kit'
import type { CalendarSyncContext } from '../context.ts'
import { GoogleError } from '../google/google-error.ts'
import { unsealTokens } from '../google/tokens.ts'
import type { RevocationRecord } from './revocation-store.ts'

const FIRST_WAIT_MS = 30_000

/** Attempts over about two weeks; after that somebody has to look at Google. */
const MAX_ATTEMPTS = 16

/** Starts revoking unused access at Google, with retries until it succeeds. */
export const startRevoker = (ctx: CalendarSyncContext): Job =>
  startDueJob('revocations', ctx, () => revokeDue(ctx))

/** Returns when the next is due. */
async function revokeDue(ctx: CalendarSyncContext): Promise<Date | undefined> {
  const { clock, revocations, failures } = ctx
  const againAt = (attempts: number) =>
    new Date(clock.now().getTime() + FIRST_WAIT_MS * 2 ** Math.min(attempts, 12))
  for (;;) {
    const due = await revocations.claim(clock.now(), againAt)
    if (!due) return await revocations.nextDueAt()
    if (!(await isDone(ctx, due))) continue
    await revocations.delete(due._id)
    failures.succeeded(due._id)
  }
}

async function isDone(
  { oauth, connections, config, log, failures }: CalendarSyncContext,
  revocation: RevocationRecord,
): Promise<boolean> {
  // Another connection uses the account: revoking would end its access too.
  if (!oauth || (await connections.hasAccount(revocation.subject))) return true
  try {
    await oauth.revoke(unsealTokens(revocation.tokens, revocation, config.secretKeys).refresh)
    return true
  } catch (error) {
    if (!(error instanceof GoogleError)) {
      // The others do not wait for it.
      failures.failed('revocation', revocation._id, error)
      return false
    }
    if (revocation.attempts < MAX_ATTEMPTS) return false
    log.error({ connection: revocation._id, fault: error.fault }, 'access could not be given back to Google')
    return true
  }
}
