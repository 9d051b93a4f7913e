import { accepted, givenServiceType, ifNoneMatch, shareHarness } from './harness.ts'

const shared = shareHarness()

interface Named {
  readonly name: string
}

const namesIn = (entry: Named & { products: Named[]; service_types: Named[] }) => [
  entry.name,
  [...entry.products, ...entry.service_types].map(({ name }) => name),
]

describe('the catalogue of an organisation', () => {
  test('lists categories in order with their offers in the requested language, and supports ETags', async () => {
    const harness = await shared()
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

  test('products are searched by part of the name, page by page, without archived ones', async () => {
    const harness = await shared()
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

  test('finds names in any language, of categories, products and service types', async () => {
    const harness = await shared()
    const api = harness.client()
    const make = (path: string, body: object) => accepted(api('POST', path, { body }))
    const hair = await make('/api/categories', { name: 'Hair', translations: { de: { name: 'Haare' } } })
    const nails = await make('/api/categories', { name: 'Nails' })
    const closed = await make('/api/categories', { name: 'Closed', active: false })
    await make('/api/products', { name: 'Comb', category_id: hair.id })
    const translations = { fr: { name: 'Savon' } }
    await make('/api/products', { name: 'Soap', category_id: nails.id, translations })
    await make('/api/products', { name: 'Soap (secret)', category_id: closed.id })
    await make('/api/products', { name: 'Soap dish' })
    await givenServiceType(api, { name: 'Cut', category_id: hair.id })
    await givenServiceType(api, { name: 'Soap bath' })
    const shownFor = async (q: string) => {
      const { data, uncategorized } = await accepted(
        api('GET', `/api/v1/catalog/${harness.organizationId}?q=${q}`),
      )
      return Object.fromEntries([...data, { ...uncategorized, name: '' }].map(namesIn))
    }
    expect(await shownFor('haar')).toEqual({ Hair: ['Comb', 'Cut'], '': [] })
    expect(await shownFor('CUT')).toEqual({ Hair: ['Cut'], '': [] })
    expect(await shownFor('soap')).toEqual({ Nails: ['Soap'], '': ['Soap dish', 'Soap bath'] })
    expect(await shownFor('savon')).toEqual({ Nails: ['Soap'], '': [] })
    const products = await accepted(api('GET', `/api/v1/products/${harness.organizationId}?q=savon`))
    expect(products.data).toMatchObject([{ name: 'Soap' }])
  })

  test('hides the offers of a hidden category, and lists those of an archived one as uncategorised', async () => {
    const harness = await shared()
    const api = harness.client()
    const make = (path: string, body: object) => accepted(api('POST', path, { body }))
    const hair = await make('/api/categories', { name: 'Hair' })
    await make('/api/products', { name: 'Comb', category_id: hair.id })
    const cut = await givenServiceType(api, { name: 'Cut', category_id: hair.id })
    const path = `/api/v1/catalog/${harness.organizationId}`
    const shown = async () => (await accepted(api('GET', path))).uncategorized
    const listed = async (query = '') =>
      (await accepted(api('GET', `/api/v1/products/${harness.organizationId}${query}`))).data
    await accepted(api('PATCH', `/api/categories/${hair.id}`, { body: { active: false } }))
    expect(await shown()).toMatchObject({ products: [], service_types: [] })
    expect(await listed()).toEqual([])
    expect(await listed(`?category_id=${hair.id}`)).toEqual([])
    await api('DELETE', `/api/categories/${hair.id}`)
    const comb = { name: 'Comb', category_id: null }
    expect(await shown()).toMatchObject({
      products: [comb],
      service_types: [{ id: cut.id, category_id: null }],
    })
    expect(await listed()).toMatchObject([comb])
    expect(await listed('?category_id=none')).toMatchObject([comb])
    expect(await listed(`?category_id=${hair.id}`)).toEqual([])
    const late = await api('POST', '/api/products', { body: { name: 'Brush', category_id: hair.id } })
    expect(late.status).toBe(404)
  })

  test('shows ten products of a category and says that there are more; the product list has all', async () => {
    const harness = await shared()
    const api = harness.client()
    const make = (path: string, body: object) => accepted(api('POST', path, { body }))
    const hair = await make('/api/categories', { name: 'Hair' })
    const few = await make('/api/categories', { name: 'Nails', position: 1 })
    await make('/api/products', { name: 'File', category_id: few.id })
    for (let position = 0; position < 11; position += 1) {
      await make('/api/products', { name: `Comb ${position}`, category_id: hair.id, position })
    }
    const path = `/api/v1/catalog/${harness.organizationId}?limit=100`
    const { data } = await accepted(api('GET', path))
    expect(data[0].products.map(({ name }: Named) => name)).toEqual(
      Array.from({ length: 10 }, (_, i) => `Comb ${i}`),
    )
    expect(data).toMatchObject([
      { more_products: true, more_service_types: false },
      { more_products: false, products: [{ name: 'File' }] },
    ])
    const list = `/api/v1/products/${harness.organizationId}?category_id=${hair.id}`
    expect((await accepted(api('GET', list))).data).toHaveLength(11)
  })

  test('answers 404 to another organisation', async () => {
    const harness = await shared()
    for (const list of ['catalog', 'products', 'categories']) {
      const path = `/api/v1/${list}/${harness.organizationId}`
      expect((await harness.otherOrganization()('GET', path)).status).toBe(404)
    }
  })
})
