import type { Schemas } from '../../api/client.ts'

export interface AuditFilter {
  readonly actor?: string
  readonly action?: string
  readonly resource?: string
  readonly request_id?: string
  readonly outcome?: Schemas['ListedAuditRecord']['outcome']
  readonly from?: string
  readonly to?: string
}

/** The download address of all records that match the filter. Excel needs the byte order mark to read CSV as UTF-8. */
export function exportAddress(filter: AuditFilter, format: 'csv' | 'jsonl'): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  return `/account/audit/export?${new URLSearchParams([...given, ['format', format], ['bom', 'true']])}`
}
