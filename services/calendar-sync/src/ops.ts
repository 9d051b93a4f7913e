import { opsMain } from '@usher/service-kit'
import { verifierBinding } from './connecting/begin.ts'
import { type Owner, tokensBinding } from './google/tokens.ts'
import { QUEUES } from './queues.ts'

const boundTo = (document: object) => tokensBinding(document as Owner)

await opsMain({
  service: 'calendar-sync',
  queues: Object.values(QUEUES),
  sealed: [
    ...['connections', 'auth_confirmations', 'revocations'].map((collection) => ({
      collection,
      field: 'tokens',
      boundTo,
    })),
    { collection: 'auth_flows', field: 'verifier', boundTo: (flow) => verifierBinding((flow as Owner)._id) },
  ],
})
