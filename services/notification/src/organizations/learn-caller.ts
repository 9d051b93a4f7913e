import type { Caller } from '@usher/contracts'
import type { NotificationContext } from '../context.ts'

/** Notes what a caller's token says of the organisation; its limits are read again if that is news. */
export async function learnCaller(
  { organizations, limits }: NotificationContext,
  caller: Caller,
): Promise<void> {
  if (await organizations.learn(caller)) limits.forget(caller.organization_id)
}
