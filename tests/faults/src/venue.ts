import { type Demo, nodeArguments, runCommand } from '@usher/local'
import { type Client, type Receiver, until } from '@usher/test-kit'
import type { Finding } from './check.ts'
import type { Venue } from './traffic.ts'

/** An Usher as its clients and its operator know it. */
export interface UsherUnderTest {
  readonly url: string
  readonly demo: Demo
  /** Environment of each service, for its commands. */
  readonly environments: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const PROVIDERS = 3

/** An access token of the demo's application, with all scopes. */
export async function accessToken(url: string, { oauth }: Demo): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...oauth })
  const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body })
  const { access_token } = (await answer.json()) as { access_token?: string }
  if (access_token === undefined) throw new Error(`no access token: ${answer.status}`)
  return access_token
}

/** A queue, a service type that can be booked at any time, and subscribers to all events. */
export async function givenVenue(api: Client, receivers: readonly Receiver[]): Promise<Venue> {
  const make = async (path: string, body: object): Promise<string> => {
    const answer = await api('POST', path, { body })
    if (answer.status !== 201) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.id
  }
  for (const { url } of receivers)
    await make('/v1/webhook-endpoints', { url, event_types: ['guest.*', 'booking.*'] })
  const weekly_hours = WEEK.map((day) => ({ day, start: '00:00', end: '00:00' }))
  const provider_ids: string[] = []
  for (let number = 1; number <= PROVIDERS; number++) {
    provider_ids.push(await make('/api/providers', { name: `P${number}`, timezone: 'UTC', weekly_hours }))
  }
  const serviceType = { name: 'Cut', duration_minutes: 30, provider_ids, horizon_days: 700 }
  return {
    queueId: await make('/v1/queues', { name: 'Under fire' }),
    serviceTypeId: await make('/api/service-types', serviceType),
  }
}

const TOLD_LATE_MS = 120_000

/**
 * Whether the organisation's audit trail is unbroken and has this many actions, according to the operator's command.
 */
export async function auditIsWhole(
  tried: Pick<UsherUnderTest, 'demo' | 'environments'>,
  actions: number,
): Promise<Finding> {
  const claim = 'the audit trail is whole and tells of all that was accepted'
  let verdict = await verifyAudit(tried)
  const isTold = async () => {
    verdict = await verifyAudit(tried)
    return !verdict.ok || verdict.verified >= actions
  }
  await until('the audit trail', isTold, TOLD_LATE_MS).catch(() => {})
  const isWhole = verdict.ok && verdict.verified >= actions
  return { claim, checked: verdict.verified, wrong: isWhole ? [] : [JSON.stringify(verdict)] }
}

async function verifyAudit({ environments, demo }: Pick<UsherUnderTest, 'demo' | 'environments'>) {
  const script = nodeArguments('services/accounts/src/ops.ts')
  const args = [...script, 'verify-audit', '--json', '--organization', demo.organization_id]
  const env = { ...process.env, ...environments.accounts }
  const { stdout, output } = await runCommand(process.execPath, args, { env })
  if (stdout === '') throw new Error(`verify-audit: ${output}`)
  return JSON.parse(stdout) as { ok: boolean; verified: number }
}
