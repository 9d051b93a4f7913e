import { type AuditRecordView, operations, type RequestRecord } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { aRequestRecord } from '@usher/test-kit'
import { startWithTrail } from './support/audit.ts'

/** More than one piece of the answer, and than one page of a list. */
const COUNT = 450

/** Rows of a CSV file (RFC 4180). */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, cell = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)")?(,|\r\n)/g)) {
    rows.at(-1)?.push(cell.replaceAll('""', '"'))
    if (end !== ',') rows.push([])
  }
  return rows.slice(0, -1)
}

/** What a list adds is not in the trail itself. */
const asKept = ({
  actor_name: _,
  on_behalf_of_name: __,
  ...kept
}: AuditRecordView & { actor_name?: unknown; on_behalf_of_name?: unknown }): AuditRecordView => kept

const cellOf = (record: AuditRecordView, name: string): string => {
  const value = record[name as keyof AuditRecordView]
  return value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
}

async function startWithRecords(
  given: (index: number) => Partial<RequestRecord> = () => ({}),
  count = COUNT,
) {
  const all = await startWithTrail()
  const organization_id = all.organizationId
  const records = Array.from({ length: count }, (_, index) =>
    aRequestRecord(operations.seatGuest, { organization_id, ...given(index) }),
  )
  await all.record(...records)
  await all.recorded(organization_id, count)
  const call = all.auditorOf(organization_id)
  const exported = (query: string) => call('GET', `/account/audit/export?${query}`)
  return { ...all, exported }
}

describe('exporting the audit trail', () => {
  test('CSV and JSON lines hold the same entries as the list, in its order, over many pages', async () => {
    await using all = await startWithRecords((index) => ({ actor: index % 2 ? 'odd' : 'even' }))
    for (const filter of ['', '&actor=odd']) {
      const listed = (await all.trailOf(all.organizationId, filter)).map(asKept)
      const jsonl = await all.exported(`format=jsonl${filter}`)
      expect(jsonl.headers.get('content-type')).toContain('application/jsonl')
      const lines = jsonl.body.trimEnd().split('\n')
      expect(lines.map((line: string) => JSON.parse(line))).toEqual(listed)
      const csv = await all.exported(`format=csv${filter}`)
      expect(csv.headers.get('content-type')).toContain('text/csv')
      expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-[\d-]+\.csv"$/)
      const forExcel = await all.exported(`format=csv&bom=true${filter}`)
      expect(forExcel.body.replaceAll(/,.*/g, '')).toBe(`\ufeff${csv.body.replaceAll(/,.*/g, '')}`)
      const [names = [], ...rows] = parseCsv(csv.body)
      expect(rows).toEqual(listed.map((record) => names.map((name) => cellOf(record, name))))
      expect(names).toEqual(Object.keys(listed[0] ?? {}))
    }
  })

  test('escapes values that look like a formula, so no spreadsheet runs them', async () => {
    const formulas = ['=cmd|calc!A0', '+1+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '\uff1d1', 'a,"b"\r\nc']
    await using all = await startWithRecords((index) => {
      const user_agent = formulas[index] ?? null
      return { audit: { resource: newId('guest'), changes: {}, address: null, user_agent } }
    }, formulas.length)
    const listed = await all.trailOf(all.organizationId)
    const { body } = await all.exported('format=csv')
    const [names = [], ...rows] = parseCsv(body)
    const cells = rows.map((row) => row[names.indexOf('user_agent')] ?? '')
    expect(cells).toEqual(
      listed.map(({ user_agent }) =>
        user_agent?.replace(/^([\t\r])/, "'$1").replace(/^('[\t\r])?(?=[=+\-@\uff1d])/, "$1'"),
      ),
    )
    for (const row of rows) for (const cell of row) expect(cell).not.toMatch(/^[=+\-@\t\r\uff1d]/)
  })

  test('answers 400 for an unknown format or parameter, and defaults to CSV', async () => {
    await using all = await startWithRecords(() => ({}), 1)
    expect((await all.exported('format=xls')).status).toBe(400)
    expect((await all.exported('limit=5')).status).toBe(400)
    expect(parseCsv((await all.exported('')).body)).toHaveLength(2)
  })
})
