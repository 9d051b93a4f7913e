import { eventQueuesOf } from '@usher/contracts'
import type { OpsDefinition } from '@usher/service-kit'
import { createKey, listKeys, revokeKey } from './key-commands.ts'
import {
  createOrganization,
  earlyAccess,
  listOrganizations,
  setPlan,
  showOrganization,
} from './organization-commands.ts'
import { verifyAudit } from './verify-audit.ts'

/** Operator commands of the accounts service. */
export const accountsOps: OpsDefinition = {
  service: 'accounts',
  queues: eventQueuesOf('accounts'),
  sealed: [
    { collection: 'oauth_artifacts', field: 'payload' },
    { collection: 'oauth_signing_keys', field: 'private_pem' },
    { collection: 'second_factors', field: 'secret' },
    { collection: 'privacy_answers', field: 'data' },
  ],
  commands: {
    'list-organizations': listOrganizations,
    'show-organization': showOrganization,
    'create-organization': createOrganization,
    'set-plan': setPlan,
    'early-access': earlyAccess,
    'list-keys': listKeys,
    'create-key': createKey,
    'revoke-key': revokeKey,
    'verify-audit': verifyAudit,
  },
}
