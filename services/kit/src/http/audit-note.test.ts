import { auditNoteSchema, PERSONAL } from '@usher/contracts'
import fc from 'fast-check'
import { changesBetween, encodeAuditNote, LEFT_OUT, MAX_NOTE_CHARACTERS } from './audit-note.ts'

const decode = (header: string) =>
  auditNoteSchema.parse(JSON.parse(Buffer.from(header, 'base64url').toString()))

describe('the changes between two states', () => {
  const before = { name: 'Ada', size: 2, at: new Date('2026-01-01T00:00:00Z'), notes: null as string | null }

  test('lists only the fields that differ, with dates as text', () => {
    expect(changesBetween(before, before)).toEqual({})
    expect(changesBetween(before, { ...before, size: 3, at: new Date('2026-01-02T00:00:00Z') })).toEqual({
      size: { before: 2, after: 3 },
      at: { before: '2026-01-01T00:00:00.000Z', after: '2026-01-02T00:00:00.000Z' },
    })
  })

  test('masks personal fields and shows only whether they are set', () => {
    const after = { ...before, name: 'Bob', notes: 'window seat' }
    expect(changesBetween(before, after, ['name', 'notes'])).toEqual({
      name: { before: PERSONAL, after: PERSONAL },
      notes: { before: null, after: PERSONAL },
    })
  })

  test('lists every field of a new or removed resource', () => {
    const thing = { size: 1, open: false }
    expect(changesBetween(thing, null)).toEqual({
      size: { before: 1, after: null },
      open: { before: false, after: null },
    })
    expect(changesBetween(null, thing)).toEqual({
      size: { before: null, after: 1 },
      open: { before: null, after: false },
    })
  })

  test('compares lists and objects by value', () => {
    expect(changesBetween({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toEqual({})
  })
})

describe('the header of a note', () => {
  test('decodes to the same note, including non-ASCII text', () => {
    const note = { resource: 'q_1', changes: { name: { before: 'Café', after: 'バー' } } }
    expect(decode(encodeAuditNote(note))).toEqual(note)
  })

  test('leaves out only a change that is too long, and marks it as left out', () => {
    const changes = { hours: { before: 'x'.repeat(5_000), after: null }, size: { before: 1, after: 2 } }
    expect(decode(encodeAuditNote({ changes })).changes).toEqual({
      hours: { before: LEFT_OUT, after: LEFT_OUT },
      size: { before: 1, after: 2 },
    })
  })

  test('is short, made of safe characters and decodable for any changes', () => {
    const changes = fc.dictionary(
      fc.string({ maxLength: 60 }),
      fc.record({ before: fc.jsonValue(), after: fc.string({ size: 'large', maxLength: 3_000 }) }),
      { maxKeys: 120, size: 'max' },
    )
    fc.assert(
      fc.property(changes, (given) => {
        const header = encodeAuditNote({ resource: 'q_1', changes: given as never })
        expect(header).toMatch(/^[\w-]+$/)
        expect(header.length).toBeLessThanOrEqual(MAX_NOTE_CHARACTERS)
        expect(decode(header).resource).toBe('q_1')
      }),
      { numRuns: 60 },
    )
  })
})
