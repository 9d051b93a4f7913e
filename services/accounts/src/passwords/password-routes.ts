import { operations } from '@usher/contracts'
import { mailboxOf, type OpenOperationRouter, type OperationRouter } from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import { findSelf } from '../members/find-self.ts'
import { reauthenticating } from '../sessions/reauthenticating.ts'
import { changePassword } from './change-password.ts'
import { confirmReset } from './confirm-reset.ts'
import { requestReset } from './request-reset.ts'

/** Routes for forgotten passwords. */
export function openPasswordRoutes(context: ServiceContext, { on }: OpenOperationRouter): void {
  const { guard, knownDevices, clock } = context

  on(operations.requestPasswordReset, async ({ body, clientAddress, device: token, ...request }) => {
    const device = await knownDevices.find(body.email, token, clock.now())
    const stranger = { account: mailboxOf(body.email), address: clientAddress }
    await guard.require('reset', device === undefined ? stranger : { browser: device })
    return await requestReset(context, body, request)
  })

  on(operations.confirmPasswordReset, async ({ body, clientAddress, ...request }) => {
    await guard.require('reset', { address: clientAddress })
    return await confirmReset(context, body, request)
  })
}

/** Routes for changing one's own password. */
export function passwordRoutes(context: ServiceContext, { on }: OperationRouter): void {
  on(operations.changePassword, async ({ body, caller, origin, idempotency }) => {
    const self = await findSelf(context, caller)
    return await reauthenticating(context, caller, () =>
      context.idempotency.once(idempotency, async (session) => {
        await changePassword(session, context, self, body, { caller, origin })
        return { body: null, audit: { resource: self._id } }
      }),
    )
  })
}
