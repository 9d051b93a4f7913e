import { fieldErrors } from './field-errors.ts'

const error = (pointer: string, message: string) => ({ pointer, message, code: 'invalid' })

describe('given the errors of an answer', () => {
  test('when they point to fields of the form, then those have the first words about them', () => {
    const errors = [error('/name', 'is needed'), error('/name', 'is short'), error('/tags/1', 'is long')]
    expect(fieldErrors(errors, ['name', 'tags'])).toEqual({
      fields: { name: 'Is needed', tags: 'Is long' },
      rest: undefined,
    })
  })

  test('when they point elsewhere, then nothing is left unsaid', () => {
    expect(fieldErrors([error('/servers', 'must be 1 or more'), error('', 'is odd')], ['name'])).toEqual({
      fields: {},
      rest: 'Servers must be 1 or more Is odd',
    })
  })

  test('when they are about members of an object, then the fields are those of its members', () => {
    const errors = [error('/customer/phone', 'is short'), error('/translations/de/name', 'is long')]
    expect(fieldErrors(errors, ['name', 'phone'], ['customer'])).toEqual({
      fields: { phone: 'Is short' },
      rest: 'Translations de name is long',
    })
  })

  test('when they are about a member that the form has as a field, then it is at that field', () => {
    const errors = [error('/fields/size', 'is long'), error('/fields/other', 'is not asked')]
    expect(fieldErrors(errors, ['fields', 'fields.size'])?.fields).toEqual({
      'fields.size': 'Is long',
    })
    expect(fieldErrors(errors, ['fields', 'fields.size'])?.rest).toBe('Fields other is not asked')
  })

  test('when they are about an entry of a list, then its number is said, and no pointer', () => {
    expect(fieldErrors([error('/weekly_hours/0/end', 'must be a time')], ['name'])?.rest).toBe(
      'Weekly hours 1 end must be a time',
    )
  })

  test('when there are none, then nothing is known of fields', () => {
    expect(fieldErrors([], ['name'])).toBeUndefined()
  })
})
