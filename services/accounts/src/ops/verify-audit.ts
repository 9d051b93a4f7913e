import { idOf, REQUESTS_LOST } from '@usher/contracts'
import { CommandError, defineCommand, readEnvironment, variables } from '@usher/service-kit'
import { z } from 'zod'
import { chainKeys } from '../audit/chain.ts'
import { ChainStore } from '../audit/chain-store.ts'
import { type Verdict, verifyChain } from '../audit/verify.ts'
import { accountsOf } from './accounts-of.ts'

/** Verifies the audit trail of one organisation or of all; one result each. */
export const verifyAudit = defineCommand({
  usage: '[--organization org_… (all)]',
  about:
    'Verifies audit trails: that no record was changed, removed or reordered; tells how many requests they lack',
  schema: z.object({ organization: idOf('organization').optional() }),
  async run(ops, { organization }) {
    const { SECRET_KEYS } = readEnvironment(z.object({ SECRET_KEYS: variables.SECRET_KEYS }), ops.environment)
    const keys = chainKeys(SECRET_KEYS)
    const chains = new ChainStore((await accountsOf(ops)).connection)
    let wrong = 0
    for await (const one of organization ? [organization] : chains.organizations()) {
      const verdict = await verifyChain(chains, one, keys)
      ops.result({ ...verdict })
      if (verdict.lost_requests > 0) ops.note(lossNote(verdict))
      if (!verdict.ok) wrong += 1
    }
    if (wrong > 0) throw new CommandError('The audit trail is not as it was written: see above.')
  },
})

const lossNote = ({ organization_id, lost_requests }: Verdict): string =>
  `The audit trail of ${organization_id} lacks ${lost_requests} requests, which the gateway had no room to record; ` +
  `its records of ${REQUESTS_LOST} tell when.`
