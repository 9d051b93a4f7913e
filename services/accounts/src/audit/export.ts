import type { AuditRecordView } from '@usher/contracts'
import { csvRows, csvStart } from '@usher/service-kit'
import { type AuditRecord, presentAuditRecord } from './audit-record.ts'

type Format = 'csv' | 'jsonl'

export const EXPORT_TYPES: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/jsonl; charset=utf-8',
}

/** Records per chunk: larger chunks are faster but need more memory. */
const AT_ONCE = 200

const COLUMNS = [
  'id',
  'number',
  'at',
  'actor',
  'action',
  'outcome',
  'status',
  'code',
  'resource',
  'changes',
  'address',
  'user_agent',
  'request_id',
  'duration_ms',
  'key_id',
  'previous_hash',
  'hash',
  'on_behalf_of',
  'via',
] as const satisfies readonly (keyof AuditRecordView)[]

/** Streams records as the text of a file. */
export async function* exportText(
  records: AsyncIterable<AuditRecord>,
  { format, bom }: { readonly format: Format; readonly bom: 'true' | 'false' },
): AsyncGenerator<string> {
  const write = WRITERS[format]
  if (format === 'csv') yield csvStart(bom) + csvRows([COLUMNS])
  let some: AuditRecordView[] = []
  for await (const record of records) {
    some.push(presentAuditRecord(record))
    if (some.length < AT_ONCE) continue
    yield write(some)
    some = []
  }
  if (some.length > 0) yield write(some)
}

const WRITERS: Readonly<Record<Format, (records: readonly AuditRecordView[]) => string>> = {
  csv: (records) => csvRows(records.map((record) => COLUMNS.map((column) => record[column]))),
  jsonl: (records) => records.map((record) => `${JSON.stringify(record)}\n`).join(''),
}
