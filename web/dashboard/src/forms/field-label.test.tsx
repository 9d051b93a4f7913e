import { fieldLabel } from './field-label.ts'

test.each([
  ['guest_retention_days', 'Days to keep guest data'],
  ['fields.table_number', 'Table number'],
  ['future_field', 'Future field'],
])('the API field %s has the label "%s"', (name, label) => {
  expect(fieldLabel(name)).toBe(label)
})
