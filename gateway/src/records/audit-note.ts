import { type AuditNote, auditNoteSchema } from '@usher/contracts'

const NOTHING: AuditNote = {}

/** Reads a note: JSON in base64url. What cannot be read says nothing. */
export function readAuditNote(header: string | undefined): AuditNote {
  if (header === undefined) return NOTHING
  try {
    return auditNoteSchema.parse(JSON.parse(Buffer.from(header, 'base64url').toString()))
  } catch {
    return NOTHING
  }
}
