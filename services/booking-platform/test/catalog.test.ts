import { describe, expect, test } from '@jest/globals'
import { accepted, givenServiceType, ifNoneMatch, startHarness } from './harness.ts'

describe('given a catalogue', () => {
  test('when it is read, then categories come in order, with what they offer, in the language asked for', async () => {
    await using harness = await startHarness()
    const api = harness.client()
    const make = (path: string, body: object) => accepted(api('POST', path, { body }))
    const nails = await make('/api/categories', { name: 'Nails', position: 2 })
    const hair = await make('/api/categories', {
      ...{ name: 'Hair', position: 1 },
      translations: { de: { name: 'Haare' } },
    })
    const price = { amount: 1250, currency: 'EUR' }
    const shampoo = await make('/api/products', { name: 'Shampoo', category_id: hair.id, price })
    await make('/api/products', { name: 'Hidden', category_id: hair.id, active: false })
    const voucher = await make('/api/products', { name: 'Voucher' })
    const cut = await givenServiceType(api, { name: 'Cut', category_id: hair.id })
    const path = `/api/v1/catalog/${harness.organizationId}`
    const answer = await api('GET', `${path}?locale=de`)
    expect(answer.headers.get('cache-control')).toBe('private, max-age=60')
    expect(answer.body).toMatchObject({
      data: [
        {
          ...{ id: hair.id, name: 'Haare' },
          products: [{ id: shampoo.id, price }],
          service_types: [{ id: cut.id, duration_minutes: 30 }],
        },
        { id: nails.id, name: 'Nails', products: [], service_types: [] },
      ],
      uncategorized: { products: [{ id: voucher.id }], service_types: [] },
      next_cursor: null,
    })
    const headers = ifNoneMatch(answer)
    expect((await api('GET', `${path}?locale=de`, { headers })).status).toBe(304)
    await accepted(api('PATCH', `/api/categories/${nails.id}`, { body: { position: 0 } }))
    const again = await api('GET', path, { headers })
    expect(again.body.data.map(({ name }: { name: string }) => name)).toEqual(['Nails', 'Hair'])
  })

  test('when products are searched, then by part of the name and category, page by page, without archived ones', async () => {
    await using harness = await startHarness()
    const api = harness.client()
    const names = ['Comb', 'Brush (soft)', 'Brush (hard)', 'Soap']
    for (const [position, name] of names.entries()) {
      await accepted(api('POST', '/api/products', { body: { name, position } }))
    }
    const path = `/api/v1/products/${harness.organizationId}`
    const namesAt = async (query: string) =>
      (await accepted(api('GET', `${path}?${query}`))).data.map(({ name }: { name: string }) => name)
    expect(await namesAt('q=brush%20(')).toEqual(['Brush (soft)', 'Brush (hard)'])
    const { data, next_cursor } = await accepted(api('GET', `${path}?limit=3`))
    expect(await namesAt(`limit=3&cursor=${next_cursor}`)).toEqual(['Soap'])
    expect((await api('DELETE', `/api/products/${data[0].id}`)).status).toBe(204)
    expect(await namesAt('')).not.toContain('Comb')
    expect((await api('GET', `/api/products/${data[0].id}`)).body.archived_at).not.toBeNull()
  })

  test("when another organisation's is asked for, then it is not there", async () => {
    await using harness = await startHarness()
    for (const list of ['catalog', 'products', 'categories']) {
      const path = `/api/v1/${list}/${harness.organizationId}`
      expect((await harness.otherOrganization()('GET', path)).status).toBe(404)
    }
  })
})
