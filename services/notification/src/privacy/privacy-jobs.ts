import { createPrivacyStep } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { eraseOrganization, erasePeople } from './erase.ts'
import { exportOrganization, exportPeople } from './export.ts'
import { type PrivacyState, START } from './state.ts'

/** Runs one step of a requested export or erasure. */
export const privacyStep = (ctx: NotificationContext) =>
  createPrivacyStep<PrivacyState>(
    'notification',
    ctx.clock,
    ({ organizationId, subject, isExport }, state = START) => {
      if ('organization' in subject) {
        return isExport
          ? exportOrganization(ctx, organizationId, state)
          : eraseOrganization(ctx, organizationId, state)
      }
      const people = { organizationId, subject }
      return isExport ? exportPeople(ctx, people, state) : erasePeople(ctx, people, state)
    },
  )
