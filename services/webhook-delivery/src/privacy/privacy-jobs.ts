import { createPrivacyStep } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import { eraseGuests } from './erase-guests.ts'
import { eraseOrganization } from './erase-organization.ts'
import { exportEndpoints, exportGuests } from './export.ts'
import type { PrivacyState } from './state.ts'

const START: PrivacyState = { after: '', subjects: [], parts: 0, records: 0, passes: 0 }

/** Runs one step of a requested export or erasure. */
export const privacyStep = (ctx: WebhookContext) =>
  createPrivacyStep<PrivacyState>(
    'webhook-delivery',
    ctx.clock,
    ({ organizationId, subject, isExport }, state = START) => {
      if ('organization' in subject) {
        return isExport ? exportEndpoints(ctx, organizationId) : eraseOrganization(ctx, organizationId, state)
      }
      const guests = { organizationId, subject }
      return isExport ? exportGuests(ctx, guests, state) : eraseGuests(ctx, guests, state)
    },
  )
