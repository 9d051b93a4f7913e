import { type Logo, MAX_LOGO_BYTES, operations } from '@usher/contracts'
import { signCaller } from '@usher/service-kit'
import { collectEvents, PNG, serviceClient, startOnce, until } from '@usher/test-kit'
import { sharePeople } from './support/people.ts'
import { privateKey } from './support/start.ts'

const ORGANIZATION = '/account/organization'
const LOGO = '/account/organization/logo'
const BRAND = {
  address: '12 Harbour Street\nLondon',
  phone: '020 7946 0000',
  brand_color: '#1F5C4D',
  privacy_url: 'https://bistro.example/privacy',
}

const people = sharePeople()

async function start() {
  const all = await people()
  const owner = await all.owner()
  const guest = serviceClient(all.accounts.url, () => signCaller(null, privateKey))
  const id = owner.caller.organization_id
  return {
    ...{ ...all, owner, id },
    patch: (body: object) => owner.call('PATCH', ORGANIZATION, { body }),
    upload: (data: string) => owner.call('PUT', LOGO, { body: { data } }),
    brand: () => guest('GET', `/public/organizations/${id}`),
    logo: (name: string, of = id) => guest('GET', `/public/organizations/${of}/logos/${name}`),
  }
}

const shared = startOnce(start)

const nameIn = (logoUrl: string): string => logoUrl.split('/').at(-1) ?? ''

/** A PNG's first bytes with a size of its own, padded to a length. */
function pngOf({ width = 1, bytes = 100 }): string {
  const image = Buffer.alloc(bytes)
  Buffer.from(PNG, 'base64').copy(image)
  image.writeUInt32BE(width, 16)
  return image.toString('base64')
}

describe('how an organisation appears to its guests', () => {
  test('a new organisation shows its name and no other brand fields', async () => {
    const all = await start()
    const { status, body } = await all.brand()
    expect(operations.getBrand.answer.parse(body)).toEqual(body)
    expect([status, body]).toEqual([
      200,
      {
        ...{ id: all.id, name: 'Bistro', guest_retention_days: 30, logo_url: null },
        ...{ address: null, phone: null, brand_color: null, privacy_url: null },
      },
    ])
  })

  test('shows the brand with the phone number as E.164 and the colour in lower case', async () => {
    const all = await start()
    const { body } = await all.patch({ ...BRAND, country: 'GB' })
    const stored = { ...BRAND, phone: '+442079460000', brand_color: '#1f5c4d' }
    expect(body).toMatchObject(stored)
    expect((await all.brand()).body).toMatchObject(stored)
    await all.patch({ address: null, phone: null })
    expect((await all.brand()).body).toMatchObject({ address: null, phone: null, brand_color: '#1f5c4d' })
  })

  test.each([
    [{ phone: '12' }, '/phone'],
    [{ brand_color: 'green' }, '/brand_color'],
    [{ brand_color: '#12345' }, '/brand_color'],
    [{ privacy_url: 'http://bistro.example' }, '/privacy_url'],
    [{ privacy_url: 'javascript:alert(1)' }, '/privacy_url'],
    [{ privacy_url: 'https:bistro.example/privacy' }, '/privacy_url'],
    [{ privacy_url: 'https://user:secret@bistro.example' }, '/privacy_url'],
    [{ address: 'Quay \u202e 1' }, '/address'],
    [{ address: ' ' }, '/address'],
    [{ address: 'x'.repeat(201) }, '/address'],
    [{ logo_url: 'https://elsewhere.example/logo.png' }, '/logo_url'],
  ])('answers 400 with a pointer to the wrong field for %j', async (body, pointer) => {
    const all = await shared()
    expect((await all.patch(body)).body).toMatchObject({ status: 400, errors: [{ pointer }] })
  })

  test('answers 404 for a closed organisation and its logo', async () => {
    const all = await start()
    const logo = nameIn((await all.upload(PNG)).body.logo_url)
    await all.owner.call('POST', '/account/privacy-requests', {
      body: { kind: 'erasure', subject: { organization: true }, confirm_name: 'Bistro' },
    })
    expect([(await all.brand()).status, (await all.logo(logo)).status]).toEqual([404, 404])
  })
})

describe('the logo of an organisation', () => {
  test('an upload serves the image at logo_url and emits organization.updated once', async () => {
    const all = await start()
    await using collector = await collectEvents(all.infrastructure.rabbitUrl)
    const { status, body } = await all.upload(PNG)
    expect([status, body.logo_url]).toEqual([200, expect.stringContaining(`/logos/${all.id}/`)])
    const expected: Logo = { media_type: 'image/png', data: PNG }
    expect((await all.logo(nameIn(body.logo_url))).body).toEqual(expected)
    expect((await all.brand()).body.logo_url).toBe(body.logo_url)
    await all.upload(PNG)
    await all.patch({ name: 'Clinic' })
    const events = await until('both events', () => {
      const found = collector.of(all.id).filter(({ type }) => type === 'organization.updated')
      return found.length === 2 && found
    })
    const logo_path = new URL(body.logo_url).pathname
    expect(events).toMatchObject([{ data: { logo_path } }, { data: { name: 'Clinic', logo_path } }])
  })

  test('another image gets another address, and the first address answers 404', async () => {
    const all = await start()
    const first = nameIn((await all.upload(PNG)).body.logo_url)
    const second = nameIn((await all.upload(pngOf({ width: 2 }))).body.logo_url)
    expect(second).not.toBe(first)
    expect([(await all.logo(first)).status, (await all.logo(second)).status]).toEqual([404, 200])
  })

  test('deleting it sets logo_url to null, and deleting it again changes nothing', async () => {
    const all = await start()
    const name = nameIn((await all.upload(PNG)).body.logo_url)
    for (const _ of [1, 2]) {
      const { status, body } = await all.owner.call('DELETE', LOGO)
      expect([status, body.logo_url]).toEqual([200, null])
    }
    expect((await all.logo(name)).status).toBe(404)
  })

  test('its name answers 404 under another organisation', async () => {
    const all = await start()
    const other = await start()
    const name = nameIn((await all.upload(PNG)).body.logo_url)
    expect((await all.logo(name, other.id)).status).toBe(404)
  })

  const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').toString('base64')

  test.each([
    ['no image', Buffer.from('hello').toString('base64'), 'invalid_image'],
    ['an SVG', SVG, 'invalid_image'],
    ['a cut PNG', PNG.slice(0, 16), 'invalid_image'],
    ['the head of a PNG', PNG.slice(0, 32), 'invalid_image'],
    ['a PNG without width', pngOf({ width: 0 }), 'invalid_image'],
    ['too many pixels', pngOf({ width: 3_000 }), 'too_large'],
    ['too many bytes', pngOf({ bytes: MAX_LOGO_BYTES + 1 }), 'too_large'],
    ['what is not base64', '!', 'invalid_format'],
  ])('answers 400 to an upload of %s', async (_, data, code) => {
    const all = await shared()
    expect((await all.upload(data)).body).toMatchObject({ status: 400, errors: [{ pointer: '/data', code }] })
  })

  test('answers 412 to a stale ETag, and refuses a host', async () => {
    const all = await start()
    const stale = { body: { data: PNG }, headers: { 'if-match': '"0"' } }
    expect((await all.owner.call('PUT', LOGO, stale)).status).toBe(412)
    const { call } = await all.invited(all.owner.call, all.emailOf('bob'), 'host')
    expect((await call('DELETE', LOGO)).body.code).toBe('insufficient_scope')
  })
})
