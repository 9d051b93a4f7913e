import { createPrivacyStep } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import { eraseGuests, eraseOrganization } from './erase.ts'
import { exportGuests } from './export.ts'
import type { PrivacyState } from './state.ts'

const START: PrivacyState = { after: '', parts: 0, records: 0, passes: 0 }

/** Runs one step of a requested export or erasure. */
export const privacyStep = (ctx: QueueContext) =>
  createPrivacyStep<PrivacyState>('queue', ctx.clock, (request, state = START) => {
    if (request.isExport) return exportGuests(ctx, request, state)
    return 'organization' in request.subject
      ? eraseOrganization(ctx, request.organizationId, state)
      : eraseGuests(ctx, request, state)
  })
