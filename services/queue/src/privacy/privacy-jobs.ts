import { type CloudEvent, privacyRequested } from '@usher/contracts'
import type { Step } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import { eraseGuests, eraseOrganization } from './erase.ts'
import { exportGuests } from './export.ts'
import type { PrivacyState } from './state.ts'

const START: PrivacyState = { after: '', parts: 0, records: 0, passes: 0 }

/** Runs one step of a requested export or erasure, and answers it. */
export const createPrivacyStep =
  (ctx: QueueContext) =>
  async (event: CloudEvent, state: PrivacyState = START): Promise<Step<PrivacyState>> => {
    const { kind, subject } = privacyRequested.data.parse(event.data)
    if (kind === 'export') return await exportGuests(ctx, event, subject, state)
    return 'organization' in subject
      ? await eraseOrganization(ctx, event, state)
      : await eraseGuests(ctx, event, subject, state)
  }
