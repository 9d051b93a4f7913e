import { OPERATIONS, openApiDocument } from '@usher/contracts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
const document: any = openApiDocument('http://localhost:8080')

const ajv = addFormats
  .default(new Ajv2020({ strict: false }))
  .addSchema({ $id: 'document', components: { schemas: document.components.schemas } })

const GUEST = 'gst_01h455vb4pex5vsknk084sn02q'
const TEMPLATE = 'tpl_01h455vb4pex5vsknk084sn02q'
const HOLD = 'hld_01h455vb4pex5vsknk084sn02q'
const TYPE = 'svt_01h455vb4pex5vsknk084sn02q'
const start = '2026-12-24T09:00:00+01:00'
const customer = { name: 'Ada' }
const sign = { email: 'a@b.co', password: 'x' }
const product = (currency: string) => ({ name: 'Shampoo', price: { amount: 1, currency } })
const many = Object.fromEntries(Array.from({ length: 21 }, (_, number) => [`key${number}`, 'value']))
const twice = [GUEST, GUEST]

const cases: [operation: string, body: object, accepted: boolean][] = [
  ['addGuest', { name: ' Ada\n' }, true],
  ['addGuest', { name: '  ' }, false],
  ['addGuest', { name: 'A\u0000da' }, false],
  ['addGuest', { name: 'A\u202eda' }, false],
  ['addGuest', { name: 'Ada', notes: 'one\ntwo' }, true],
  ['addGuest', { name: 'Ada', notes: 'one\u0007two' }, false],
  ['addGuest', { name: 'Ada', email: ' ada@exämple.org ' }, true],
  ['addGuest', { name: 'Ada', email: 'ada@localhost' }, false],
  ['addGuest', { name: 'Ada', email: 'ada' }, false],
  ['addGuest', { name: 'Ada', phone: '(٠٣٠) 123' }, true],
  ['addGuest', { name: 'Ada', tags: ['a', 'b'] }, true],
  ['addGuest', { name: 'Ada', tags: ['a', 'a'] }, false],
  ['notifyGuests', { guest_ids: twice }, false],
  ['notifyGuest', { text: 'Ready' }, true],
  ['notifyGuest', { text: 'Ready', template_id: TEMPLATE }, false],
  ['createQueue', { name: 'Desk', timezone: 'Europe/Berlin' }, true],
  ['createQueue', { name: 'Desk', timezone: 'no zone' }, false],
  ['updateOrganization', { country: 'DE' }, true],
  ['updateOrganization', { country: 'de' }, false],
  ['createProduct', product('EUR'), true],
  ['createProduct', product('euro'), false],
  ['signIn', sign, true],
  ['signIn', { ...sign, email: 'a' }, false],
  ['signIn', { ...sign, totp: '123456', recovery_code: 'x' }, false],
  ['createApiKey', { name: 'Till', scopes: ['guests:read', 'guests:read'] }, false],
  ['sendNotification', { guest_id: GUEST, text: 'Ready' }, true],
  ['sendNotification', { to: '+14155552671', template_id: TEMPLATE }, true],
  ['sendNotification', { text: 'Ready' }, false],
  ['sendNotification', { guest_id: GUEST, to: '+14155552671', text: 'Ready' }, false],
  ['sendNotification', { guest_id: GUEST }, false],
  ['sendNotification', { guest_id: GUEST, text: 'Ready', template_id: TEMPLATE }, false],
  ['updateTemplate', {}, true],
  ['updateQueueMessages', {}, true],
  ['updateOwnPreferences', {}, true],
  ['createBooking', { service_type_id: TYPE, start, customer }, true],
  ['createBooking', { hold_id: HOLD, customer }, true],
  ['createBooking', { customer }, false],
  ['createBooking', { hold_id: HOLD, start, customer }, false],
  ['createBooking', { hold_id: HOLD, customer, metadata: many }, false],
  ['createWebhookEndpoint', { url: 'https://example.com', metadata: many }, false],
  ['createWebhookEndpoint', { url: 'https://example.com', headers: many }, false],
]

describe('given the OpenAPI document and what the server checks', () => {
  test.each(cases)('when %s is sent %j, then both say that it is allowed: %s', (id, body, accepted) => {
    const operation = OPERATIONS.find((one) => one.id === id)
    expect(operation?.body.safeParse(body).success).toBe(accepted)
    const { requestBody } = document.paths[operation?.path ?? ''][operation?.method ?? '']
    const { $ref } = requestBody.content['application/json'].schema
    const validate = ajv.compile({ $ref: `document${$ref}` })
    expect([validate(body), validate.errors]).toEqual([accepted, accepted ? null : expect.anything()])
  })
})
