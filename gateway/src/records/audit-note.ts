import { type AuditNote, auditNoteSchema } from '@usher/contracts'

const NOTHING: AuditNote = {}

/** Decodes an audit note (JSON in base64url); empty if unreadable. */
export function readAuditNote(header: string | undefined): AuditNote {
  if (header === undefined) return NOTHING
  try {
    return auditNoteSchema.parse(JSON.parse(Buffer.from(header, 'base64url').toString()))
  } catch {
    return NOTHING
  }
}
