import { operations } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { aRequestRecord, until } from '@usher/test-kit'
import type { Collection } from 'mongoose'
import type { AuditEntry, AuditRecord } from '../src/audit/audit-record.ts'
import { type AuditHead, extendChain } from '../src/audit/chain.ts'
import { startWithTrail } from './support/audit.ts'

const COUNT = 8

let all: Awaited<ReturnType<typeof startWithTrail>>
beforeAll(async () => {
  all = await startWithTrail()
})
afterAll(() => all[Symbol.asyncDispose]())

/** The trail of a new organisation with 8 records, and what somebody with the database can do to it. */
async function givenTrail() {
  const organization_id = newId('organization')
  await all.record(
    ...Array.from({ length: COUNT }, () => aRequestRecord(operations.seatGuest, { organization_id })),
  )
  await all.recorded(organization_id, COUNT)
  const records: Collection<AuditRecord> = all.database.collection('audit_records') as never
  const heads: Collection<AuditHead> = all.database.collection('audit_heads') as never
  const at = (number: number) => ({ organization_id, number })
  return {
    organization_id,
    from: (number: number) =>
      records
        .find({ organization_id, number: { $gte: number } })
        .sort({ number: 1 })
        .toArray(),
    set: (number: number, fields: object) => records.updateOne(at(number), { $set: fields }),
    delete: (number: number) => records.deleteOne(at(number)),
    deleteAll: () => records.deleteMany({ organization_id }),
    insert: (made: readonly AuditRecord[]) => records.insertMany([...made]),
    setHead: ({ _id, ...head }: Partial<AuditHead>) =>
      heads.updateOne({ _id: organization_id }, { $set: head }),
    deleteHead: () => heads.deleteOne({ _id: organization_id }),
    async verify(given?: Record<string, string>) {
      const { code, text, notes } = await all.verify(given, '--organization', organization_id)
      return { code, notes, verdict: text ? JSON.parse(text) : undefined }
    },
  }
}

type Trail = Awaited<ReturnType<typeof givenTrail>>

async function swap(trail: Trail, a: number, b: number): Promise<void> {
  await trail.set(a, { number: -1 })
  await trail.set(b, { number: a })
  await trail.set(-1, { number: b })
}

async function setBack(trail: Trail, number: number): Promise<void> {
  const [last] = await trail.from(number)
  await trail.setHead({ number, hash: last?.hash ?? '' })
}

/** Makes every hash from a record on anew, as somebody would who knows how it is done but not the key. */
async function forge(trail: Trail, first: number): Promise<void> {
  const guessed = new Map([['test', { record: Buffer.alloc(32), head: Buffer.alloc(32) }]])
  const [before, ...rest] = await trail.from(first - 1)
  const entries = rest.map(
    ({ _id, organization_id, number, key_id, previous_hash, hash, ...entry }): AuditEntry => ({
      ...entry,
      actor: 'mallory',
    }),
  )
  const end = { _id: trail.organization_id, number: first - 1, hash: before?.hash ?? '' }
  const { records, head } = extendChain(end, entries, guessed)
  for (const { number } of rest) await trail.delete(number)
  await trail.insert(records)
  await trail.setHead(head)
}

describe('verifying the audit trail', () => {
  test('confirms an untouched trail with exit code 0', async () => {
    const trail = await givenTrail()
    const { organization_id } = trail
    const [last] = await trail.from(COUNT)
    expect(await trail.verify()).toMatchObject({
      code: 0,
      verdict: { organization_id, ok: true, verified: COUNT, hash: last?.hash },
    })
  })

  test.each<[what: string, number: number, kind: string, tamper: (trail: Trail) => Promise<unknown>]>([
    ['an actor changed', 4, 'changed', (trail) => trail.set(4, { actor: 'x' })],
    ['a time changed', 1, 'changed', (trail) => trail.set(1, { at: new Date(0) })],
    ['a time that is none', 2, 'changed', (trail) => trail.set(2, { at: 'x' })],
    ['changes changed', 3, 'changed', (trail) => trail.set(3, { changes: '{' })],
    ['a field added', 8, 'changed', (trail) => trail.set(8, { note: 1 })],
    ['a hash changed', 5, 'changed', (trail) => trail.set(5, { hash: '0'.repeat(64) })],
    ['one in the middle deleted', 5, 'missing', (trail) => trail.delete(5)],
    ['the first deleted', 1, 'missing', (trail) => trail.delete(1)],
    ['the last deleted', 8, 'cut_off', (trail) => trail.delete(8)],
    ['all deleted', 1, 'cut_off', (trail) => trail.deleteAll()],
    ['two neighbours swapped', 3, 'reordered', (trail) => swap(trail, 3, 4)],
    ['two others swapped', 2, 'reordered', (trail) => swap(trail, 2, 8)],
    ['hashes made anew without the key', 6, 'changed', (trail) => forge(trail, 6)],
    ['a key named that is none', 7, 'foreign_key', (trail) => trail.set(7, { key_id: 'x' })],
    ['the end deleted', 9, 'head_changed', (trail) => trail.deleteHead()],
    ['the end set back', 8, 'head_changed', (trail) => setBack(trail, 7)],
    [
      'the last deleted and the end set back',
      8,
      'head_changed',
      async (trail) => {
        await trail.delete(8)
        await setBack(trail, 7)
      },
    ],
  ])('after %s, names entry %i as the first wrong one, with the kind %s', async (_, number, kind, tamper) => {
    const trail = await givenTrail()
    await tamper(trail)
    const { code, verdict, notes } = await trail.verify()
    expect([code, verdict]).toEqual([
      1,
      {
        organization_id: trail.organization_id,
        ok: false,
        verified: number - 1,
        hash: expect.any(String),
        lost_requests: 0,
        wrong: { number, kind },
      },
    ])
    expect(notes).toContain('not as it was written')
  })

  test('prints a line for each organisation and exits with 1 if one trail is wrong', async () => {
    const [right, wrong] = [await givenTrail(), await givenTrail()]
    await wrong.delete(8)
    const { code, text } = await all.verify(undefined, '--json')
    const verdicts = text.split('\n').map((line) => JSON.parse(line))
    expect(code).toBe(1)
    const verdictOn = (id: string) => verdicts.find(({ organization_id }) => organization_id === id)
    expect(verdictOn(right.organization_id).ok).toBe(true)
    expect(verdictOn(wrong.organization_id).wrong).toEqual({ number: 8, kind: 'cut_off' })
  })

  test('appends nothing to a trail whose head was set back', async () => {
    const [trail, other] = [await givenTrail(), newId('organization')]
    await trail.delete(8)
    await setBack(trail, 7)
    await all.record(aRequestRecord(operations.signOut, { organization_id: trail.organization_id }))
    await all.record(aRequestRecord(operations.signOut, { organization_id: other }))
    await all.recorded(other, 1)
    expect(await all.trailOf(trail.organization_id)).toHaveLength(7)
    expect((await trail.verify()).code).toBe(1)
  })

  test('names the missing variable when no keys are set', async () => {
    const { code, notes } = await (await givenTrail()).verify({})
    expect([code, notes]).toEqual([1, expect.stringContaining('SECRET_KEYS')])
  })

  test('succeeds with both keys after a key change, and reports a foreign key with only one of them', async () => {
    const trail = await givenTrail()
    const { organization_id } = trail
    const newer = { id: 'new', key: Buffer.alloc(32, 7) }
    await all.replica([newer])
    await all.accounts[Symbol.asyncDispose]()
    await all.record(aRequestRecord(operations.signOut, { organization_id }))
    const [ninth] = await until('the ninth', async () => {
      const found = await trail.from(9)
      return found.length > 0 && found
    })
    expect(ninth?.key_id).toBe('new')
    const verdictWith = async (SECRET_KEYS: string) => (await trail.verify({ SECRET_KEYS })).verdict
    const newKey = `new:${newer.key.toString('base64')}`
    expect(await verdictWith(`${newKey},${all.secretKeys}`)).toMatchObject({ ok: true, verified: 9 })
    expect(await verdictWith(newKey)).toMatchObject({ wrong: { number: 1, kind: 'foreign_key' } })
    expect(await verdictWith(all.secretKeys)).toMatchObject({ wrong: { number: 9, kind: 'foreign_key' } })
  })
})
