import { operations } from '@usher/contracts'
import type { OpenOperationRouter, OperationRouter } from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import { findSelf } from '../members/find-self.ts'
import { changePassword } from './change-password.ts'
import { confirmReset } from './confirm-reset.ts'
import { requestReset } from './request-reset.ts'

/** Routes for forgotten passwords. */
export function openPasswordRoutes(context: ServiceContext, { on }: OpenOperationRouter): void {
  const { throttle, knownDevices, clock } = context

  on(operations.requestPasswordReset, async ({ body, clientAddress, device: token, ...request }) => {
    const device = await knownDevices.find(body.email, token, clock.now())
    await throttle.beforeResetRequest({ email: body.email, address: clientAddress, device })
    return await requestReset(context, body, request)
  })

  on(operations.confirmPasswordReset, async ({ body, clientAddress, ...request }) => {
    await throttle.beforeReset(clientAddress)
    return await confirmReset(context, body, request)
  })
}

/** Routes for changing one's own password. */
export function passwordRoutes(context: ServiceContext, { on }: OperationRouter): void {
  on(operations.changePassword, async ({ body, caller, origin, idempotency }) => {
    const self = await findSelf(context, caller)
    return await context.throttle.limitReauthentication(caller.session_id ?? '', () =>
      context.idempotency.once(idempotency, async (session) => {
        await changePassword(session, context, self, body, { caller, origin })
        return { body: null, audit: { resource: self._id } }
      }),
    )
  })
}
