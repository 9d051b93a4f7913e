import { type Caller, operations } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import { givenNotification, guestEvent, type Harness, startHarness } from './harness.ts'

const TEMPLATES = '/v1/notifications/templates'
const TERRACE = {
  name: 'Terrace',
  text: 'Hi {{ guest_name }}, table {{ table }} is free.',
  variables: ['table'],
}

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

/** A client of an organisation of its own. */
const newClient = () => harness.client({ organization_id: newId('organization') })

test('an organisation has at most 500 templates of its own, unless its plan allows more', async () => {
  const organization_id = newId('organization')
  const templates = Array.from({ length: 500 }, () => ({ _id: newId('template'), organization_id }))
  await harness.infrastructure.fill('notification', 'templates', templates)
  const create = (plan: Caller['plan']) =>
    harness.client({ organization_id, plan })('POST', TEMPLATES, { body: TERRACE })
  const refused = await create('standard')
  expect([refused.status, refused.body.code]).toEqual([409, 'plan_limit_reached'])
  expect((await create('development')).status).toBe(201)
})

describe('a custom template', () => {
  test('can be read, changed with If-Match and deleted, and is hidden from other organisations', async () => {
    const api = newClient()
    const made = await api('POST', TEMPLATES, { body: TERRACE })
    expect(made.status).toBe(201)
    expect(operations.createTemplate.answer.parse(made.body)).toEqual(made.body)
    expect(made.body).toMatchObject({ kind: 'custom', locale: 'en', subject: '', is_default: false })
    expect(made.body.variables).toContain('table')
    const path = `${TEMPLATES}/${made.body.id}`
    expect(made.headers.get('location')).toBe(path)
    expect((await harness.otherOrganization()('GET', path)).status).toBe(404)

    const stale = { 'if-match': made.headers.get('etag') ?? '' }
    const changed = await api('PATCH', path, { body: { text: 'Table {{ table }}.' }, headers: stale })
    expect(changed.body).toMatchObject({ name: 'Terrace', text: 'Table {{ table }}.' })
    expect((await api('PATCH', path, { body: { name: 'x' }, headers: stale })).body.code).toBe(
      'precondition_failed',
    )
    expect((await api('DELETE', path, { headers: stale })).status).toBe(412)
    expect((await api('GET', path)).body).toEqual(changed.body)
    expect((await api('GET', TEMPLATES, {})).body.data).toContainEqual(changed.body)
    expect((await api('DELETE', path)).status).toBe(204)
    expect((await api('GET', path)).status).toBe(404)
  })

  test('is filled with the given variables when sent', async () => {
    const api = newClient()
    const { id } = (await api('POST', TEMPLATES, { body: TERRACE })).body
    const sent = await givenNotification(api, {
      ...{ text: undefined, template_id: id, variables: { guest_name: 'Ada', table: 7 } },
    })
    expect(sent).toMatchObject({ text: 'Hi Ada, table 7 is free.', kind: 'custom', template_id: id })
  })

  test('keeps all of ten concurrent changes to different fields', async () => {
    const api = newClient()
    const { id } = (await api('POST', TEMPLATES, { body: TERRACE })).body
    const fields = [{ name: 'Other' }, { subject: 'Subject' }, { text: 'Text {{ table }}' }]
    await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        api('PATCH', `${TEMPLATES}/${id}`, { body: fields[at % 3] ?? {} }),
      ),
    )
    expect((await api('GET', `${TEMPLATES}/${id}`)).body).toMatchObject(Object.assign({}, ...fields))
  })

  test('is the only one of its kind and language and replaces the default', async () => {
    const organizationId = newId('organization')
    const api = harness.client({ organization_id: organizationId })
    const body = { name: 'Added', kind: 'added', locale: 'en', text: 'Welcome {{ guest_name }}!' }
    const all = await Promise.all([body, body, body].map((body) => api('POST', TEMPLATES, { body })))
    expect(all.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(all.find(({ status }) => status === 409)?.body.code).toBe('template_exists')
    const added = guestEvent(organizationId)
    await harness.publish(added)
    const [message] = await until('the message', async () => {
      const { data } = (await api('GET', `/v1/notifications?guest_id=${added.subject}`)).body
      return data.length > 0 && data
    })
    expect(message.text).toBe('Welcome Ada!')
  })

  test('that renders empty fails the message with template_failed', async () => {
    const organizationId = newId('organization')
    const api = harness.client({ organization_id: organizationId })
    const body = { name: 'Empty', kind: 'added', text: '{{ queue_name }}' }
    expect((await api('POST', TEMPLATES, { body })).status).toBe(201)
    const added = guestEvent(organizationId)
    await harness.publish(added)
    const [message] = await until('the message', async () => {
      const { data } = (await api('GET', `/v1/notifications?guest_id=${added.subject}`)).body
      return data.length > 0 && data
    })
    expect(message).toMatchObject({ status: 'failed', error: { code: 'template_failed' } })
  })
})

describe('template validation', () => {
  test('answers 400 with each error and its line and column', async () => {
    const text = 'Hi {{ guest_name }},\n{{ table }} {{ colour }}'
    const { status, body } = await newClient()('POST', TEMPLATES, {
      body: { ...TERRACE, text, subject: '{{' },
    })
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([
      { pointer: '/subject', code: 'invalid_template' },
      {
        pointer: '/text',
        code: 'unknown_variable',
        message: expect.stringMatching(/^line 2, column \d+: "colour"/),
      },
    ])
  })

  test.each([
    [{ ...TERRACE, kind: 'ready' }, '/variables'],
    [{ ...TERRACE, variables: ['Table'] }, '/variables/0'],
    [{ ...TERRACE, text: '' }, '/text'],
    [{ ...TERRACE, text: 'x'.repeat(2_000) }, '/text'],
    [{ ...TERRACE, kind: 'party' }, '/kind'],
    [{ ...TERRACE, locale: 'tlh' }, '/locale'],
    [{ ...TERRACE, colour: 'red' }, '/colour'],
    [{ text: 'Hi' }, '/name'],
  ])('answers 400 to %j with the pointer %s', async (body, pointer) => {
    const answer = await newClient()('POST', TEMPLATES, { body })
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, pointer])
  })

  test.each([{ body: {} }, {}])('accepts an empty PATCH with %j and changes nothing', async (options) => {
    const api = newClient()
    const { id, name, text } = (await api('POST', TEMPLATES, { body: TERRACE })).body
    const changed = await api('PATCH', `${TEMPLATES}/${id}`, options)
    expect(changed).toMatchObject({ status: 200, body: { id, name, text } })
  })

  test('answers 400 when a variable that the text uses is removed', async () => {
    const api = newClient()
    const { id } = (await api('POST', TEMPLATES, { body: TERRACE })).body
    const { body } = await api('PATCH', `${TEMPLATES}/${id}`, { body: { variables: [] } })
    expect(body.errors).toMatchObject([{ pointer: '/text', code: 'unknown_variable' }])
  })
})

describe('a default template', () => {
  test('cannot be changed or deleted, and is unknown to other organisations', async () => {
    const api = newClient()
    const [one] = (await api('GET', TEMPLATES)).body.data
    const path = `${TEMPLATES}/${one.id}`
    expect((await api('GET', path)).body).toEqual(one)
    expect((await api('PATCH', path, { body: { name: 'x' } })).body.code).toBe('default_template')
    expect((await api('DELETE', path)).body.code).toBe('default_template')
    expect((await newClient()('PATCH', path, { body: { name: 'x' } })).status).toBe(404)
  })

  test('is listed once, with the custom ones, whatever the page size', async () => {
    const api = newClient()
    for (let count = 0; count < 5; count += 1) await api('POST', TEMPLATES, { body: TERRACE })
    const idsBy = async (limit: number) => {
      const ids: string[] = []
      for (let cursor = ''; ; ) {
        const { data, next_cursor } = (await api('GET', `${TEMPLATES}?limit=${limit}${cursor}`)).body
        ids.push(...data.map(({ id }: { id: string }) => id))
        if (next_cursor === null) return ids
        cursor = `&cursor=${next_cursor}`
      }
    }
    const ids = await idsBy(7)
    expect(ids).toEqual(await idsBy(100))
    expect([ids.length, new Set(ids).size]).toEqual([155, 155])
  })
})

describe('a preview', () => {
  const preview = (body: object) => newClient()('POST', `${TEMPLATES}/preview`, { body })

  test('fills the text for a sample guest and shows segments, cost and characters outside GSM-7', async () => {
    const { status, body } = await preview({ text: 'Hi {{ guest_name }} 👋 …', price_per_segment: 0.0083 })
    expect(status).toBe(200)
    expect(operations.previewTemplate.answer.parse(body)).toEqual(body)
    expect(body).toEqual({
      ...{ subject: null, text: 'Hi Ada Lovelace 👋 …' },
      sms: {
        ...{ encoding: 'UCS-2', units: 20, segments: 1, estimated_cost: 0.0083 },
        ucs2_characters: ['👋', '…'],
      },
    })
  })

  test('uses the given variables and subject, and refuses unknown variables', async () => {
    const { body } = await preview({
      text: '{{ table }}',
      subject: '{{ guest_name }}',
      variables: { table: 7 },
    })
    expect(body).toMatchObject({
      text: '7',
      subject: 'Ada Lovelace',
      sms: { encoding: 'GSM-7', estimated_cost: null },
    })
    expect((await preview({ text: '{{ table }}' })).body.errors).toMatchObject([{ code: 'unknown_variable' }])
  })
})
