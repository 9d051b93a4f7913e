import { operations } from '@usher/contracts'
import type { OperationRouter } from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import { findSelf } from '../members/find-self.ts'
import { ownIdempotency } from '../members/own-idempotency.ts'
import { removeSecondFactor, renewRecoveryCodes } from './change-second-factor.ts'
import { beginSecondFactor, confirmSecondFactor } from './enrol.ts'

/** Serves the operations of members on their own second factor. */
export function secondFactorRoutes(context: ServiceContext, { on }: OperationRouter): void {
  const { throttle, idempotency: answers } = context

  on(operations.beginSecondFactor, async ({ body, caller, idempotency }) => {
    const self = await findSelf(context, caller)
    return await throttle.whileProving(self.email, () =>
      answers.once(ownIdempotency(idempotency, caller), async (session) => ({
        body: await beginSecondFactor(session, context, self, body.password),
      })),
    )
  })

  on(operations.confirmSecondFactor, async ({ body, caller, idempotency }) => {
    const self = await findSelf(context, caller)
    return await throttle.whileProving(self.email, () =>
      answers.once(ownIdempotency(idempotency, caller), async (session) => ({
        body: { recovery_codes: await confirmSecondFactor(session, context, self, body.totp) },
      })),
    )
  })

  on(operations.removeSecondFactor, async ({ body, caller }) => {
    const self = await findSelf(context, caller)
    await throttle.whileProving(self.email, () => removeSecondFactor(context, self, body))
    return { body: null }
  })

  on(operations.renewRecoveryCodes, async ({ body, caller, idempotency }) => {
    const self = await findSelf(context, caller)
    return await throttle.whileProving(self.email, () =>
      answers.once(ownIdempotency(idempotency, caller), async (session) => ({
        body: { recovery_codes: await renewRecoveryCodes(session, context, self, body.totp) },
      })),
    )
  })
}
