import type { Caller } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import type { Client } from './client.ts'

/** A running service in a test, and one of its organisations. */
interface OfOrganization extends AsyncDisposable {
  readonly organizationId: string
  readonly client: (given?: Partial<Caller>, url?: string) => Client
}

/** A running service, with an organisation that is new to it. Whoever started the service stops it. */
export function ofNewOrganization<Harness extends OfOrganization>(harness: Harness): Harness {
  const organizationId = newId('organization')
  const client: OfOrganization['client'] = (given = {}, url) =>
    harness.client({ organization_id: organizationId, ...given }, url)
  return { ...harness, organizationId, client, [Symbol.asyncDispose]: async () => {} }
}
