import type { Caller } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import type { Client } from './client.ts'

/** A running service in a test, and an organisation in it. */
interface OfOrganization extends AsyncDisposable {
  readonly organizationId: string
  readonly client: (given?: Partial<Caller>, url?: string) => Client
}

/** A running service for an organisation that it does not know yet. It ends with whoever started it. */
export function ofNewOrganization<Harness extends OfOrganization>(harness: Harness): Harness {
  const organizationId = newId('organization')
  const client: OfOrganization['client'] = (given = {}, url) =>
    harness.client({ organization_id: organizationId, ...given }, url)
  return { ...harness, organizationId, client, [Symbol.asyncDispose]: async () => {} }
}
