import { exportAddress } from './export-address.ts'

test('given a filter, when it is exported, then the address has what is set, escaped', () => {
  const filter = { actor: 'a&b', action: undefined }
  expect(exportAddress(filter, 'csv')).toBe('/account/audit/export?actor=a%26b&format=csv&bom=true')
})
