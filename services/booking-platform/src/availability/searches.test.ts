import { Searches } from './searches.ts'

test('runs one slice at a time, and organisations take turns', async () => {
  const searches = new Searches()
  const order: string[] = []
  const search = async (name: string, slices: number) => {
    for (let i = 0; i < slices; i += 1) {
      await searches.turn(name)
      order.push(name)
    }
  }
  // Ten searches of one organisation, and one of another that comes last.
  await Promise.all([...Array.from({ length: 10 }, () => search('many', 3)), search('one', 3)])
  expect(order.lastIndexOf('one')).toBeLessThan(8)
  expect(order.filter((name) => name === 'many')).toHaveLength(30)
})

test('serves other work between two slices', async () => {
  const searches = new Searches()
  let others = 0
  const tick = () => {
    others += 1
    if (others < 1_000) setImmediate(tick)
  }
  setImmediate(tick)
  for (let i = 0; i < 5; i += 1) await searches.turn('one')
  expect(others).toBeGreaterThanOrEqual(5)
})

test('refuses an address, a page and an organisation that have spent too much', async () => {
  const searches = new Searches()
  const refused = { code: 'rate_limited' }
  await searches.spend(9_000_000, { address: '192.0.2.1', page: 'org_1' })
  await expect(searches.spend(2_000_000, { address: '192.0.2.1', page: 'org_1' })).rejects.toMatchObject(
    refused,
  )
  // Others go on, and so does the page.
  await searches.spend(9_000_000, { address: '192.0.2.2', page: 'org_1' })
  for (let i = 3; i < 5; i += 1) await searches.spend(9_000_000, { address: `192.0.2.${i}`, page: 'org_2' })
  await searches.spend(1_000_000, { page: 'org_2' })
  await expect(searches.spend(2_000_000, { page: 'org_2' })).rejects.toMatchObject(refused)
  await searches.spend(190_000_000, { organization: 'org_2' })
  await expect(searches.spend(20_000_000, { organization: 'org_2' })).rejects.toMatchObject(refused)
})

test('counts the /56 and the /48 of an IPv6 address, with 4 and 16 times the budget', async () => {
  const searches = new Searches()
  const spend = (address: string) => searches.spend(9_000_000, { address })
  const refused = { code: 'rate_limited' }
  for (let net = 0; net < 4; net += 1) await spend(`2001:db8:0:${net}::1`)
  await expect(spend('2001:db8:0:4::1')).rejects.toMatchObject(refused)
  for (let net = 1; net < 14; net += 1) await spend(`2001:db8:0:${net}00::1`)
  await expect(spend('2001:db8:0:ff00::1')).rejects.toMatchObject(refused)
  await spend('2001:db8:1::1')
})

test('serves addresses that have spent little when others have used up what the page may spend', async () => {
  const searches = new Searches()
  const spend = (cost: number, address: string) => searches.spend(cost, { address, page: 'org_1' })
  const refused = { code: 'rate_limited' }
  for (let i = 1; i <= 5; i += 1) await spend(4_000_000, `192.0.2.${i}`)
  await expect(spend(100, '192.0.2.1')).rejects.toMatchObject(refused)
  await spend(900_000, '198.51.100.1')
  await spend(900_000, '198.51.100.1')
  await expect(spend(100, '198.51.100.1')).rejects.toMatchObject(refused)
  await expect(searches.spend(100, { page: 'org_1' })).rejects.toMatchObject(refused)
})

test('counts the little that an IPv6 address may spend for its /56 and its /48 as well', async () => {
  const searches = new Searches()
  await searches.spend(20_000_000, { page: 'org_1' })
  const spend = (net: number) => searches.spend(1_000_000, { address: `2001:db8:0:${net}::1`, page: 'org_1' })
  for (let net = 0; net < 5; net += 1) await spend(net)
  await expect(spend(5)).rejects.toMatchObject({ code: 'rate_limited' })
})
