import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isAudited, OPERATIONS, SERVICES } from '@usher/contracts'
import { repository } from '@usher/local'
import { outboxOf } from '@usher/service-kit'
import { type Client, until } from '@usher/test-kit'
import mongoose from 'mongoose'
import { type Attempt, expectation } from './audit/attempt.ts'
import { caseOf } from './audit/cases.ts'
import { sendOAuth } from './audit/oauth-requests.ts'
import { type Owner, send, unique } from './isolation/owner.ts'
import { type SharedOwner, useSharedOwner } from './shared-owner.ts'
import type { Usher } from './stack.ts'

const run = promisify(execFile)

let shared: SharedOwner
let usher: Usher
let owner: Owner
let ownerId: string
/** Ids of requests that services stored events of, in the transaction of the change or before the answer. */
const announced = new Set<string>()
const outboxes = new AsyncDisposableStack()
beforeAll(async () => {
  shared = await useSharedOwner()
  ;({ usher, owner } = shared)
  await followOutboxes()
  ownerId = (await owner.ask('GET', '/account/me')).member.id
})
afterAll(async () => {
  await outboxes.disposeAsync()
  await shared?.[Symbol.asyncDispose]()
})

async function follow(inserts: mongoose.mongo.ChangeStream): Promise<void> {
  for await (const change of inserts) {
    if (change.operationType !== 'insert') continue
    for (const { requestid } of change.fullDocument.events) announced.add(requestid)
  }
}

async function followOutboxes(): Promise<void> {
  for (const service of SERVICES) {
    const { MONGODB_URL = '' } = usher.stack.environments[service] ?? {}
    const connection = await mongoose.createConnection(MONGODB_URL).asPromise()
    outboxes.defer(() => connection.destroy())
    const inserts = outboxOf(connection).watch([{ $match: { operationType: 'insert' } }])
    // Opens it: what comes later is in it.
    await inserts.tryNext()
    const following = follow(inserts)
    outboxes.defer(async () => {
      await Promise.allSettled([inserts.close(), following])
    })
  }
}

const changing = OPERATIONS.filter(isAudited)

interface Expected {
  readonly reader: Client
  readonly record: { readonly request_id: string; readonly action: string; readonly outcome: string }
}
const expected: Expected[] = []
const unknown: string[] = []

/** Sends a request and records what the audit trail must say about it. */
async function attempt(operation: (typeof changing)[number], outcome: string, given: Attempt): Promise<void> {
  const { call = owner.call, actor = ownerId, resource, reader, ...asked } = given
  const request_id = `audit-${unique()}`
  const headers = { ...asked.headers, 'x-request-id': request_id }
  const answer = await send(call, operation, { ...asked, headers })
  const isRight = outcome === 'accepted' ? answer.status === operation.status : answer.status >= 400
  expect([isRight, answer.body]).toEqual([true, answer.body])
  if (reader === null) unknown.push(request_id)
  else {
    const record = {
      ...{ request_id, action: operation.id, outcome, status: answer.status },
      ...{ actor: expectation(actor, answer), resource: expectation(resource, answer) },
    }
    expected.push({ reader: (await reader?.(answer)) ?? owner.call, record })
  }
}

const recordsOf = async (reader: Client, requestId: string) =>
  (await reader('GET', `/account/audit?request_id=${requestId}`)).body.data

const verify = () =>
  run(process.execPath, [join(repository, 'deploy/local/run.mjs'), 'ops', 'verify-audit', '--json'], {
    env: { ...process.env, USHER_HOME: usher.home },
  })

describe('the audit trail of requests through the gateway', () => {
  test.each(changing.map((operation) => [operation.id, operation] as const))(
    '%s is accepted once and refused once',
    async (id, operation) => {
      const given = caseOf(usher, operation)
      if (!given) throw new Error(`add a case for ${id} to tests/e2e/audit/cases.ts`)
      await attempt(operation, 'accepted', await given.accepted(owner))
      await attempt(operation, 'refused', await given.refused(owner))
    },
  )

  test('the OAuth server answers applications and people', async () => {
    for (const record of await sendOAuth(usher, ownerId)) expected.push({ reader: owner.call, record })
  })

  test('has exactly one record of each request, with actor, action, resource and outcome', async () => {
    for (const { reader, record } of expected) {
      const found = await until(`${record.action} ${record.outcome}`, async () => {
        // A message that follows has a record of its own.
        const records = (await recordsOf(reader, record.request_id)).filter(
          ({ action }: { action: string }) => action === record.action,
        )
        return records.length > 0 && records
      })
      expect(found).toMatchObject([record])
    }
    for (const id of unknown) expect(await recordsOf(owner.call, id)).toEqual([])
  })

  test('needs no gateway for what was accepted: a service has announced each change', async () => {
    // Of the OAuth server and its pages the gateway alone tells.
    const ids = new Set(changing.map(({ id }) => id))
    const isMissing = ({ record: { action, outcome, request_id } }: Expected) =>
      outcome === 'accepted' && ids.has(action) && !announced.has(request_id)
    const missing = () => expected.filter(isMissing).map(({ record }) => record.action)
    await until('the last events', () => missing().length === 0).catch(() => {})
    expect(missing()).toEqual([])
  })

  test('ops verify-audit finds a record that was changed in the database', async () => {
    expect((await verify()).stdout).toContain('"ok":true')
    const { MONGODB_URL = '' } = usher.stack.environments.accounts ?? {}
    const connection = await mongoose.createConnection(MONGODB_URL).asPromise()
    await using _closing = { [Symbol.asyncDispose]: () => connection.destroy() }
    const one = { organization_id: owner.organizationId, number: 7 }
    const records = connection.collection('audit_records')
    const before = await records.findOneAndUpdate(one, { $set: { actor: 'somebody else' } })
    const { code, stdout } = await verify().catch((error) => error)
    // Restore the record, so that a later verification of this Usher's trail succeeds.
    await records.updateOne(one, { $set: { actor: before?.actor } })
    expect(code).toBe(1)
    const verdicts = stdout
      .trim()
      .split('\n')
      .map((line: string) => JSON.parse(line))
    expect(verdicts.filter(({ ok }: { ok: boolean }) => !ok)).toMatchObject([
      { organization_id: owner.organizationId, verified: 6, wrong: { number: 7, kind: 'changed' } },
    ])
  })
})
