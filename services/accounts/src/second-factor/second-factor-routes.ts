import { type AuditNote, operations } from '@usher/contracts'
import { changesBetween, type OperationRouter } from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import { findSelf } from '../members/find-self.ts'
import type { Member } from '../members/member.ts'
import { endAllElse } from '../sessions/end-all-else.ts'
import { reauthenticating } from '../sessions/reauthenticating.ts'
import { removeSecondFactor, renewRecoveryCodes } from './change-second-factor.ts'
import { beginSecondFactor, confirmSecondFactor } from './enrol.ts'

/** Routes for a member's own second factor. */
export function secondFactorRoutes(context: ServiceContext, { on }: OperationRouter): void {
  const { idempotency: answers } = context

  on(operations.beginSecondFactor, async ({ body, caller, idempotency }) => {
    const self = await findSelf(context, caller)
    return await reauthenticating(context, caller, () =>
      answers.once(idempotency, async (session) => ({
        body: await beginSecondFactor(session, context, self, body.password),
        audit: noteOf(self, { second_factor: 'off' }, { second_factor: 'begun' }),
      })),
    )
  })

  on(operations.confirmSecondFactor, async ({ body, caller, origin, idempotency }) => {
    const self = await findSelf(context, caller)
    return await reauthenticating(context, caller, () =>
      answers.once(idempotency, async (session) => {
        const recovery_codes = await confirmSecondFactor(session, context, self, body.totp)
        await endAllElse(session, context, caller, origin)
        return {
          body: { recovery_codes },
          audit: noteOf(self, { second_factor: 'begun' }, { second_factor: 'on' }),
        }
      }),
    )
  })

  on(operations.removeSecondFactor, async ({ body, caller }) => {
    const self = await findSelf(context, caller)
    await reauthenticating(context, caller, () => removeSecondFactor(context, self, body))
    return { body: null, audit: noteOf(self, { second_factor: 'on' }, { second_factor: 'off' }) }
  })

  on(operations.renewRecoveryCodes, async ({ body, caller, idempotency }) => {
    const self = await findSelf(context, caller)
    return await reauthenticating(context, caller, () =>
      answers.once(idempotency, async (session) => {
        const { codes, left } = await renewRecoveryCodes(session, context, self, body.totp)
        const audit = noteOf(self, { recovery_codes: left }, { recovery_codes: codes.length })
        return { body: { recovery_codes: codes }, audit }
      }),
    )
  })
}

const noteOf = <T extends object>({ _id }: Member, before: T, after: NoInfer<T>): AuditNote => ({
  resource: _id,
  changes: changesBetween(before, after),
})
