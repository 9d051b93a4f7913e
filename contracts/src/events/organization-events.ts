import { z } from 'zod'
import { idOf } from '../ids.ts'
import { defineEvent } from './define-event.ts'

/** The settings of an organisation have changed; whoever keeps some of them takes over the new ones. */
export const organizationUpdated = defineEvent({
  type: 'organization.updated',
  version: 1,
  producer: 'accounts',
  summary: 'The settings of the organisation were changed',
  data: z.object({
    id: idOf('organization'),
    name: z.string(),
    country: z.string(),
    timezone: z.string(),
    guest_retention_days: z.int().min(1),
  }),
})

/** An organisation is being erased: none of its credentials is valid any more. */
export const organizationClosed = defineEvent({
  type: 'organization.closed',
  version: 1,
  producer: 'accounts',
  summary: 'The organisation was closed and is being erased',
  data: z.object({ id: idOf('organization') }),
})
