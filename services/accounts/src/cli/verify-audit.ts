import { idOf } from '@usher/contracts'
import { readEnvironment, variables } from '@usher/service-kit'
import { z } from 'zod'
import { chainKeys } from '../audit/chain.ts'
import { audited, verifyChain } from '../audit/verify.ts'
import { CommandError, defineCommand } from './command.ts'

/** Verifies the audit trail of one organisation or of all; prints one result for each. */
export const verifyAudit = defineCommand({
  usage: '[--organization org_… (all)]',
  options: { organization: { type: 'string' } },
  schema: z.object({ organization: idOf('organization').optional() }),
  async run({ connection }, { organization }, { out }, environment) {
    const { SECRET_KEYS } = readEnvironment(z.object({ SECRET_KEYS: variables.SECRET_KEYS }), environment)
    const keys = chainKeys(SECRET_KEYS)
    let wrong = 0
    for await (const one of organization ? [organization] : audited(connection)) {
      const verdict = await verifyChain(connection, one, keys)
      out(JSON.stringify(verdict))
      if (!verdict.ok) wrong += 1
    }
    if (wrong > 0) throw new CommandError('The audit trail is not as it was written: see above.')
  },
})
