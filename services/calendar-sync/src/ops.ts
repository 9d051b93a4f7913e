import { eventQueuesOf } from '@usher/contracts'
import { opsMain } from '@usher/service-kit'
import { verifierBinding } from './connecting/begin.ts'
import { type Owner, tokensBinding } from './google/tokens.ts'

const boundTo = (document: object) => tokensBinding(document as Owner)

await opsMain({
  service: 'calendar-sync',
  queues: eventQueuesOf('calendar-sync'),
  sealed: [
    ...['connections', 'auth_confirmations', 'revocations'].map((collection) => ({
      collection,
      field: 'tokens',
      boundTo,
    })),
    { collection: 'auth_flows', field: 'verifier', boundTo: (flow) => verifierBinding((flow as Owner)._id) },
  ],
})
