import { fieldErrors } from './field-errors.ts'

const error = (pointer: string, message: string) => ({ pointer, message, code: 'invalid' })

describe('field errors of an API response', () => {
  test('go to the fields they point to, with the first message for each field', () => {
    const errors = [error('/name', 'is needed'), error('/name', 'is short'), error('/tags/1', 'is long')]
    expect(fieldErrors(errors, ['name', 'tags'])).toEqual({
      fields: { name: 'Is needed', tags: 'Is long' },
      rest: undefined,
    })
  })

  test('are summed up as the rest when the form has no such field', () => {
    expect(fieldErrors([error('/servers', 'must be 1 or more'), error('', 'is odd')], ['name'])).toEqual({
      fields: {},
      rest: 'Servers must be 1 or more Is odd',
    })
  })

  test('of a nested object go to the form fields of its members', () => {
    const errors = [error('/customer/phone', 'is short'), error('/translations/de/name', 'is long')]
    expect(fieldErrors(errors, ['name', 'phone'], ['customer'])).toEqual({
      fields: { phone: 'Is short' },
      rest: 'Translations de name is long',
    })
  })

  test('go to a nested field when the form has it', () => {
    const errors = [error('/fields/size', 'is long'), error('/fields/other', 'is not asked')]
    expect(fieldErrors(errors, ['fields', 'fields.size'])?.fields).toEqual({
      'fields.size': 'Is long',
    })
    expect(fieldErrors(errors, ['fields', 'fields.size'])?.rest).toBe('Fields other is not asked')
  })

  test('in a list name the entry by its number, without a JSON pointer', () => {
    expect(fieldErrors([error('/weekly_hours/0/end', 'must be a time')], ['name'])?.rest).toBe(
      'Weekly hours 1 end must be a time',
    )
  })

  test('are undefined when the response has none', () => {
    expect(fieldErrors([], ['name'])).toBeUndefined()
  })
})
