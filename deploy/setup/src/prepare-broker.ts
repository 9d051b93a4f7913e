import { DEAD_EXCHANGE, EVENTS_EXCHANGE } from '@usher/contracts'
import { permissionsOf } from './broker-permissions.ts'

/** Response timeout in ms: a broker that had just started on a busy machine took more than ten seconds. */
const MANAGEMENT_MS = 60_000

/** The broker user of one process. */
export interface BrokerUser {
  /** `gateway` or the name of a service. */
  readonly process: string
  readonly user: string
  readonly password: string
}

/**
 * Creates the exchanges and a least-privilege user for each process; updates passwords and permissions of existing
 * users.
 *
 * @param managementUrl address of the management API, with an administrator's credentials
 * @throws Error when it cannot be reached or rejects the definitions
 */
export async function prepareBroker(
  managementUrl: string,
  users: readonly BrokerUser[],
  vhost = '/',
): Promise<void> {
  const { username, password, origin } = new URL(managementUrl)
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const response = await fetch(`${origin}/api/definitions`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(login).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(definitionsOf(users, vhost)),
    signal: AbortSignal.timeout(MANAGEMENT_MS),
  })
  if (!response.ok) throw new Error(`RabbitMQ's management API answered ${response.status}`)
}

/** https://www.rabbitmq.com/docs/definitions */
function definitionsOf(users: readonly BrokerUser[], vhost: string) {
  const exchange = { vhost, durable: true, auto_delete: false, internal: false, arguments: {} }
  const permissions = users.map(({ process, user }) => ({ user, vhost, ...permissionsOf(process) }))
  return {
    exchanges: [
      { ...exchange, name: EVENTS_EXCHANGE, type: 'topic' },
      { ...exchange, name: DEAD_EXCHANGE, type: 'direct' },
    ],
    users: users.map(({ user: name, password }) => ({ name, password, tags: '' })),
    permissions: permissions.map(({ publish: _, subscribe: __, ...permission }) => permission),
    topic_permissions: permissions.map(({ user, publish, subscribe }) => ({
      user,
      vhost,
      exchange: EVENTS_EXCHANGE,
      write: publish,
      read: subscribe,
    })),
  }
}
