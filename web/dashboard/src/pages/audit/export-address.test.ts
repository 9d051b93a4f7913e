import { exportAddress } from './page.tsx'

test('puts the set filters of the audit log into the export address, escaped', () => {
  const filter = { actor: 'a&b', action: undefined }
  expect(exportAddress(filter, 'csv')).toBe('/account/audit/export?actor=a%26b&format=csv&bom=true')
})
