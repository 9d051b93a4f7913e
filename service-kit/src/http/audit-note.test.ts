import { auditNoteSchema, PERSONAL } from '@usher/contracts'
import fc from 'fast-check'
import { changesBetween, encodeAuditNote, LEFT_OUT, MAX_NOTE_CHARACTERS } from './audit-note.ts'

const decode = (header: string) =>
  auditNoteSchema.parse(JSON.parse(Buffer.from(header, 'base64url').toString()))

describe('the changes between two states', () => {
  const before = { name: 'Ada', size: 2, at: new Date('2026-01-01T00:00:00Z'), notes: null as string | null }

  test('given fields that differ, then those alone are told, dates as text', () => {
    expect(changesBetween(before, before)).toEqual({})
    expect(changesBetween(before, { ...before, size: 3, at: new Date('2026-01-02T00:00:00Z') })).toEqual({
      size: { before: 2, after: 3 },
      at: { before: '2026-01-01T00:00:00.000Z', after: '2026-01-02T00:00:00.000Z' },
    })
  })

  test('given data of people, then only whether there is any is told', () => {
    const after = { ...before, name: 'Bob', notes: 'window seat' }
    expect(changesBetween(before, after, ['name', 'notes'])).toEqual({
      name: { before: PERSONAL, after: PERSONAL },
      notes: { before: null, after: PERSONAL },
    })
  })

  test('given something that is new or gone, then every field it has', () => {
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

  test('given lists and objects, then they are compared by value', () => {
    expect(changesBetween({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toEqual({})
  })
})

describe('the header of a note', () => {
  test('given a note that fits, then it comes back as it was', () => {
    const note = { resource: 'q_1', changes: { name: { before: 'Café', after: 'バー' } } }
    expect(decode(encodeAuditNote(note))).toEqual(note)
  })

  test('given a change that is too long, then it alone is left out, and that is said', () => {
    const changes = { hours: { before: 'x'.repeat(5_000), after: null }, size: { before: 1, after: 2 } }
    expect(decode(encodeAuditNote({ changes })).changes).toEqual({
      hours: { before: LEFT_OUT, after: LEFT_OUT },
      size: { before: 1, after: 2 },
    })
  })

  test('given any changes, then the header is short, of safe characters, and can be read', () => {
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
