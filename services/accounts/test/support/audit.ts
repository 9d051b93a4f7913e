import { type AuditRecordView, type CloudEvent, type RequestRecord, ROLES, type Role } from '@usher/contracts'
import {
  type Clock,
  connectBroker,
  createLogger,
  createPublisher,
  newId,
  type SecretKey,
  signCaller,
} from '@usher/service-kit'
import { type Client, createCallers, requestsEvent, serviceClient, until } from '@usher/test-kit'
import { accountsService } from '../../src/service.ts'
import { operator, privateKey, startEmpty } from './start.ts'

/** No test waits for events to come together. */
const FLUSH_MS = 50

/** The accounts service with a gateway's side of the broker, and one organisation that looks at its trail. */
export async function startWithTrail(clock?: Clock) {
  const all = await startEmpty(clock)
  const stack = new AsyncDisposableStack()
  stack.use(all)
  const broker = stack.use(await connectBroker(all.infrastructure.rabbitUrl, createLogger('test', 'silent')))
  const publisher = await createPublisher(broker)
  const replicas = [all.accounts]
  const flushing = setInterval(() => {
    for (const consumer of replicas.flatMap(({ consumers }) => consumers)) consumer.flush()
  }, FLUSH_MS)
  stack.defer(() => clearInterval(flushing))
  const publish = (...events: CloudEvent[]) => publisher.publish(events)
  const auditorOf = (organization_id: string, role: Role = 'owner'): Client => {
    const caller = createCallers().caller({ organization_id, scopes: [...ROLES[role]] })
    return serviceClient(all.accounts.url, () => signCaller(caller, privateKey))
  }
  /** The whole trail of an organisation, newest first, by way of its pages. */
  const trailOf = async (organizationId: string, query = '', limit = 100): Promise<AuditRecordView[]> => {
    const call = auditorOf(organizationId)
    const found: AuditRecordView[] = []
    let cursor = ''
    for (;;) {
      const { status, body } = await call('GET', `/account/audit?limit=${limit}${cursor}${query}`)
      if (status !== 200) throw new Error(JSON.stringify(body))
      found.push(...body.data)
      if (body.next_cursor === null) return found
      cursor = `&cursor=${body.next_cursor}`
    }
  }
  const [secret] = all.config.secretKeys
  const environment = { SECRET_KEYS: `${secret?.id}:${secret?.key.toString('base64')}` }
  return {
    ...all,
    organizationId: newId('organization'),
    publish,
    record: (...records: RequestRecord[]) => publish(requestsEvent(records)),
    auditorOf,
    trailOf,
    /** Waits until the trail has so many records, and gives them, newest first. */
    recorded: (organizationId: string, count: number) =>
      until(`${count} records`, async () => {
        const trail = await trailOf(organizationId)
        return trail.length >= count && trail
      }),
    verify: (given: Record<string, string> = environment, ...args: string[]) =>
      operator(all.config.mongoUrl, given).run('verify-audit', ...args),
    secretKeys: environment.SECRET_KEYS,
    /** Another replica on the same database and broker, with newer keys before the others. */
    replica: async (newer: readonly SecretKey[] = []) => {
      const config = { ...all.config, secretKeys: [...newer, ...all.config.secretKeys] }
      const replica = stack.use(await accountsService.start(config, clock))
      replicas.push(replica)
      return replica
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
