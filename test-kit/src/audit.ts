import { type AuditNote, auditNoteSchema } from '@usher/contracts'
import { AUDIT_HEADER } from '@usher/service-kit'
import type { Answer } from './client.ts'

/** What a service tells the gateway of an answer for the audit trail; undefined where it says nothing. */
export function auditNoteOf({ headers }: Pick<Answer, 'headers'>): AuditNote | undefined {
  const header = headers.get(AUDIT_HEADER)
  return header === null
    ? undefined
    : auditNoteSchema.parse(JSON.parse(Buffer.from(header, 'base64url').toString()))
}
