import { dayAhead, startOnce } from '@usher/test-kit'
import { recorded, startWithUsage } from './support/usage.ts'

const sharedUsage = startOnce(givenUsage)
const sharedWithUsage = startOnce(startWithUsage)

const orgOf = ({ account }: { account: { organization: { id: string } } }) => account.organization.id

/** A recent day: the TTL index deletes hours older than 400 days. */
const DATE = dayAhead(-1)

async function givenUsage() {
  const all = await startWithUsage()
  const { call, ...ada } = await all.owner()
  const at = `${DATE}T10:00:00.000Z`
  await all.publish([
    recorded(orgOf(ada), [
      { at, actor: '=1+cmd', duration_ms: 0 },
      { at, actor: 'a,"b"', duration_ms: 0 },
    ]),
  ])
  const query = `?from=${DATE}T00:00:00Z&to=${dayAhead(0)}T00:00:00Z&group_by=actor`
  await all.untilCounted(call, 2, query)
  return { ...all, call, query, [Symbol.asyncDispose]: all[Symbol.asyncDispose] }
}

const CSV = [
  '"start","actor","requests","errors","bytes_in","bytes_out","p50_ms","p95_ms","p99_ms"',
  `"${DATE}T10:00:00.000Z","'=1+cmd","1","0","1","100","0.1","0.1","0.1"`,
  `"${DATE}T10:00:00.000Z","a,""b""","1","0","1","100","0.1","0.1","0.1"`,
  '',
].join('\r\n')

describe('usage as CSV', () => {
  test('Accept or format=csv gets RFC 4180 rows with formulas escaped, and a BOM on request', async () => {
    await using all = await givenUsage()
    const byHeader = await all.call('GET', `/account/usage${all.query}`, { headers: { accept: 'text/csv' } })
    const byFormat = await all.call('GET', `/account/usage${all.query}&format=csv`)
    for (const { status, headers, body } of [byHeader, byFormat]) {
      expect([status, headers.get('content-type'), body]).toEqual([200, 'text/csv; charset=utf-8', CSV])
      expect(headers.get('content-disposition')).toBe('attachment; filename="usage.csv"')
      expect(headers.get('vary')).toBe('accept')
    }
    const forExcel = await all.call('GET', `/account/usage${all.query}&format=csv&bom=true`)
    expect(forExcel.body).toBe(`\ufeff${CSV}`)
  })

  test.each([
    ['application/json', ''],
    ['text/html, */*', ''],
    ['text/csv;q=0.5, application/json', ''],
    ['text/csv', '&format=json'],
    ['application/xml', ''],
    ['application/*', ''],
    ['text/csv;q=0', ''],
    [';;q=', ''],
  ])('answers JSON for Accept: %s and the query %j', async (accept, format) => {
    const all = await sharedUsage()
    const answer = await all.call('GET', `/account/usage${all.query}${format}`, { headers: { accept } })
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(answer.body.data).toHaveLength(2)
  })
})

describe('questions about usage that are refused', () => {
  test.each([
    ['interval=week', '?interval'],
    ['group_by=address', '?group_by.0'],
    ['from=yesterday', '?from'],
    ['from=2026-03-05T00:00:00Z&to=2026-03-05T00:00:00Z', '?from'],
    ['from=2026-01-01T00:00:00Z&interval=minute', '?from'],
    ['status=ok', '?status'],
    ['organization_id=org_1', '?organization_id'],
  ])('answers 400 with a pointer to the parameter for %s', async (query, pointer) => {
    const all = await sharedWithUsage()
    const { call } = await all.owner()
    const { status, body } = await call('GET', `/account/usage?${query}`)
    expect([status, body.code]).toEqual([400, 'validation_failed'])
    expect(body.errors[0].pointer).toBe(pointer)
  })

  test('answers 400 with advice when there are more rows than one answer may have', async () => {
    await using all = await startWithUsage()
    const { call, ...ada } = await all.owner()
    const common = { organization_id: orgOf(ada), start: new Date(), operation: 'getGuest', status: 200 }
    const figures = { requests: 1, bytes_in: 0, bytes_out: 0, latency: { 1: 1 } }
    const counts = Array.from({ length: 10_001 }, (_, i) => ({ actor: `key_${i}`, ...common, ...figures }))
    await all.database.collection('usage_hours').insertMany(counts)
    const tooLong = await call('GET', '/account/usage?group_by=actor')
    expect([tooLong.status, tooLong.body.code]).toEqual([400, 'validation_failed'])
    expect(tooLong.body.detail).toContain('group by fewer')
    const { status, body } = await call('GET', '/account/usage')
    expect([status, body.totals.requests]).toEqual([200, 10_001])
  })
})
