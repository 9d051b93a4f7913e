import type { CustomField, FieldValue } from '@usher/contracts'
import { ProblemError } from '@usher/service-kit'
import fc from 'fast-check'
import { fittingFields, mergeFields, newFields } from './custom-fields.ts'

const word = fc.stringMatching(/^[a-z]{1,8}$/)
/** Few, so that the fields of two queues share some. */
const key = fc.constantFrom('a', 'b-c', 'd_1', 'constructor', 'e', 'f')
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const double = fc.double({ noNaN: true, noDefaultInfinity: true })

/** A field with values that fit it and values that do not. */
const field = fc.oneof(
  fc.record({ type: fc.constant('text' as const), fits: word, misfits: fc.oneof(double, fc.boolean()) }),
  fc.record({ type: fc.constant('number' as const), fits: double, misfits: fc.oneof(word, fc.boolean()) }),
  fc.record({ type: fc.constant('boolean' as const), fits: fc.boolean(), misfits: fc.oneof(word, double) }),
  fc.record({ type: fc.constant('date' as const), fits: day, misfits: fc.oneof(word, fc.boolean()) }),
  fc.uniqueArray(word, { minLength: 1, maxLength: 4 }).chain((options) =>
    fc.record({
      type: fc.constant('choice' as const),
      options: fc.constant(options),
      fits: fc.constantFrom(...options),
      misfits: fc.oneof(fc.constant(`${options[0]}!`), fc.boolean()),
    }),
  ),
)

interface Sample {
  readonly field: CustomField
  readonly fits: FieldValue
  readonly misfits: FieldValue
}

const sample: fc.Arbitrary<Sample> = fc
  .tuple(key, fc.boolean(), field)
  .map(([name, required, { fits, misfits, ...rest }]) => ({
    field: { key: name, label: name, required, ...rest },
    fits,
    misfits,
  }))

const samples = fc.uniqueArray(sample, { maxLength: 8, selector: ({ field: { key: name } }) => name })

const valuesOf = (all: readonly Sample[]) => Object.fromEntries(all.map((one) => [one.field.key, one.fits]))

/** Pointers of the faults that are found. */
function faultsOf(read: () => unknown): string[] {
  try {
    read()
    return []
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return (error.options.errors ?? []).map(({ pointer }) => pointer).sort()
  }
}

describe('any custom fields', () => {
  test('keeps and shows fitting values, unchanged when they are sent again', () => {
    fc.assert(
      fc.property(samples, (all) => {
        const asked = all.map((one) => one.field)
        const values = valuesOf(all)
        const kept = newFields(asked, values)
        expect(kept).toEqual(values)
        expect(fittingFields(asked, kept)).toEqual(values)
        expect(mergeFields(asked, kept, values)).toEqual(values)
      }),
    )
  })

  test('reports faults at exactly the values that do not fit, are unknown or are missing', () => {
    fc.assert(
      fc.property(samples, fc.infiniteStream(fc.constantFrom('fits', 'misfits', 'missing')), (all, kinds) => {
        const [unknown, ...asked] = all.map((one) => ({ ...one, kind: kinds.next().value }))
        const given = asked.flatMap(({ kind, ...one }) =>
          kind === 'missing' ? [] : [[one.field.key, one[kind as 'fits' | 'misfits']] as const],
        )
        const faulty = asked.filter(
          (one) => one.kind === 'misfits' || (one.kind === 'missing' && one.field.required),
        )
        const found = faultsOf(() =>
          newFields(
            asked.map((one) => one.field),
            Object.fromEntries([...given, ...(unknown ? [[unknown.field.key, unknown.fits] as const] : [])]),
          ),
        )
        const expected = [...faulty, ...(unknown ? [unknown] : [])].map((one) => `/fields/${one.field.key}`)
        expect(found).toEqual(expected.sort())
      }),
    )
  })

  test('removes optional values and refuses to remove required ones', () => {
    fc.assert(
      fc.property(samples, (all) => {
        const asked = all.map((one) => one.field)
        for (const { field: one } of all) {
          const remove = () => mergeFields(asked, valuesOf(all), { [one.key]: null })
          expect(faultsOf(remove)).toEqual(one.required ? [`/fields/${one.key}`] : [])
          if (!one.required) expect(Object.keys(remove())).not.toContain(one.key)
        }
      }),
    )
  })

  test('shows only stored values that fit the new fields of the queue', () => {
    fc.assert(
      fc.property(samples, samples, (before, after) => {
        const values = valuesOf(before)
        const shown = fittingFields(
          after.map((one) => one.field),
          values,
        )
        expect(values).toMatchObject(shown)
        for (const [name, value] of Object.entries(shown)) {
          const others = after.filter((one) => one.field.key === name).map((one) => one.field)
          expect(mergeFields(others, {}, { [name]: value })).toEqual({ [name]: value })
        }
      }),
    )
  })
})
