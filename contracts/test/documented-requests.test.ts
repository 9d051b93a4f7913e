import { OPERATIONS, openApiDocument } from '@usher/contracts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

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
const one = { service_type_id: TYPE }
const sign = { email: 'a@b.co', password: 'x' }
const product = (currency: string) => ({ name: 'Shampoo', price: { amount: 1, currency } })
const many = Object.fromEntries(Array.from({ length: 21 }, (_, number) => [`key${number}`, 'value']))
const twice = [GUEST, GUEST]
const hook = (more: object) => ({ url: 'https://example.com', ...more })
const app = { name: 'Kiosk', scopes: ['guests:read'] }
const SERVICE = `MG${'0'.repeat(32)}`
const twilio = (settings: object) => ({
  kind: 'twilio',
  name: 'Main number',
  settings: { account_sid: `AC${'0'.repeat(32)}`, ...settings },
  credentials: { auth_token: '0'.repeat(32) },
})

const browser = (more: object) => ({
  endpoint: 'https://push.example.com/a',
  expirationTime: null,
  keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  ...more,
})

const http = (characters: number) => ({
  kind: 'http',
  name: 'Own server',
  settings: { url: 'https://example.com' },
  credentials: { secret: `whsec_${'a'.repeat(characters)}` },
})

const SERIES = {
  services: [{ service_type_id: 'svt_01h455vb4pex5vsknk084sn02q' }],
  start: '2026-12-01T09:00:00Z',
  customer: { name: 'Ada' },
}

const cases: [operation: string, body: object, accepted: boolean][] = [
  ['addGuest', { name: ' Ada\n' }, true],
  ['addGuest', { name: '  ' }, false],
  ['addGuest', { name: 'A\u0000da' }, false],
  ['addGuest', { name: 'A\u202eda' }, true],
  ['addGuest', { name: 'Ada', notes: 'one\ntwo' }, true],
  ['addGuest', { name: 'Ada', notes: 'one\u0007two' }, false],
  ['addGuest', { name: 'Ada', email: ' ada@exämple.org ' }, true],
  ['addGuest', { name: 'Ada', email: 'ada@localhost' }, false],
  ['addGuest', { name: 'Ada', email: 'ada' }, false],
  ['createBookingSeries', { ...SERIES, recurrence: 'FREQ=DAILY;COUNT=-1' }, false],
  ['createBookingSeries', { ...SERIES, recurrence: 'FREQ=DAILY;COUNT=0' }, false],
  ['createBookingSeries', { ...SERIES, recurrence: 'FREQ=DAILY;INTERVAL=-2;COUNT=3' }, false],
  ['createBookingSeries', { ...SERIES, recurrence: 'FREQ=DAILY;INTERVAL=2;COUNT=3' }, true],
  ['createBookingSeries', { ...SERIES, recurrence: 'RRULE:count=3;byday=mo,WE;freq=weekly;' }, true],
  ['createBookingSeries', { ...SERIES, recurrence: 'FREQ=WEEKLY;;COUNT=3' }, false],
  ['createBookingSeries', { ...SERIES, recurrence: 'COUNT=3' }, false],
  ['createBookingSeries', { ...SERIES, recurrence: 'FREQ=HOURLY;COUNT=3' }, false],
  ['addGuest', { name: 'Ada', email: 'ada@example.org.' }, false],
  ['addGuest', { name: 'Ada', email: 'root@[127.0.0.1]' }, false],
  ['addGuest', { name: 'Ada', email: 'a@127.0.0.1' }, false],
  ['addGuest', { name: 'Ada', email: 'ad\u202ea@example.org' }, false],
  ['addGuest', { name: 'Ada', email: 'ad\u200ba@example.org' }, false],
  ['addGuest', { name: 'Ada', phone: '(٠٣٠) 123' }, true],
  ['addGuest', { name: 'Ada', tags: ['a', 'b'] }, true],
  ['addGuest', { name: 'Ada', tags: ['a', 'a'] }, false],
  ['notifyGuests', { guest_ids: twice }, false],
  ['subscribeToPush', browser({}), true],
  ['subscribeToPush', browser({ endpoint: 'http://push.example.com/a' }), false],
  ['subscribeToPush', browser({ keys: { p256dh: 'AAAA', auth: 'AAAA' } }), false],
  ['notifyGuest', { text: 'Ready' }, true],
  ['notifyGuest', { text: 'Ready', template_id: TEMPLATE }, false],
  ['createQueue', { name: 'Desk', timezone: 'Europe/Berlin' }, true],
  ['createQueue', { name: 'Desk', timezone: 'no zone' }, false],
  ['updateOrganization', { country: 'DE' }, true],
  ['updateOrganization', { country: 'de' }, false],
  ['updateOrganization', { brand_color: '#1F5C4d', address: null }, true],
  ['updateOrganization', { brand_color: 'green' }, false],
  ['replaceLogo', { data: 'iVBORw0KGgo=' }, true],
  ['replaceLogo', { data: 'not base64' }, false],
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
  ['announceToQueue', { text: 'We close in ten minutes.' }, true],
  ['announceToQueue', {}, false],
  ['announceToQueue', { text: ' ' }, false],
  ['updateOwnPlace', {}, true],
  ['createBooking', { service_type_id: TYPE, start, customer }, true],
  ['createBookingSeries', { services: [one], start, customer }, true],
  ['createBookingSeries', { services: [one, one], start, customer }, false],
  ['createBooking', { hold_id: HOLD, customer }, true],
  ['createBooking', { customer }, false],
  ['createBooking', { hold_id: HOLD, start, customer }, false],
  ['createBooking', { hold_id: HOLD, customer, metadata: many }, false],
  ['createWebhookEndpoint', { url: 'https://example.com', metadata: many }, false],
  ['createWebhookEndpoint', { url: 'https://example.com', headers: many }, false],
  ['notifyGuest', { text: ' \n ' }, false],
  ['notifyGuest', { text: ' Ready\n' }, true],
  ['createTemplate', { name: 'Terrace', text: ' ' }, false],
  ['createTemplate', { name: 'Terrace', text: 'Hi', variables: ['table'] }, true],
  ['addGuest', { name: 'Ada', email: 'a\u0094da@example.org' }, false],
  ['sendNotification', { to: 'ada@example.org', text: 'Ready' }, true],
  ['sendNotification', { guest_id: GUEST, text: 'Ready', variables: {} }, true],
  ['sendNotification', { guest_id: GUEST, text: 'Ready', variables: { table: 4 } }, false],
  ['createWebhookEndpoint', { url: 'HTTPS://example.com' }, true],
  ['createWebhookEndpoint', { url: 'ftp://example.com' }, false],
  ['createWebhookEndpoint', hook({ headers: { 'X-Key': 'a key' } }), true],
  ['createWebhookEndpoint', hook({ headers: { '': 'a key' } }), false],
  ['createWebhookEndpoint', hook({ headers: { 'X-Key': '' } }), false],
  ['createWebhookEndpoint', hook({ event_types: ['guest.*', 'queue.paused'] }), true],
  ['createWebhookEndpoint', hook({ event_types: ['guestXadded'] }), false],
  ['createWebhookEndpoint', hook({ event_types: ['*'] }), false],
  ['replayDeliveries', { since: start, event: null }, true],
  ['replayDeliveries', { since: start, event: 'booking.*' }, true],
  ['replayDeliveries', { since: start, event: 'nothing.*' }, false],
  ['createCategory', { name: 'Hair', image_url: 'https://example.com/hair.png' }, true],
  ['createCategory', { name: 'Hair', image_url: 'http://example.com/hair.png' }, false],
  ['createQueue', { name: 'Desk', timezone: '0' }, false],
  ['createQueue', { name: 'Desk', timezone: '+01:00' }, true],
  ['createOAuthClient', { ...app, redirect_uris: [] }, true],
  ['createOAuthClient', { ...app, type: 'public' }, false],
  ['createOAuthClient', { ...app, type: 'public', redirect_uris: [] }, false],
  ['createOAuthClient', { ...app, type: 'public', redirect_uris: ['https://example.com'] }, true],
  ['createOAuthClient', { ...app, redirect_uris: ['https://example.com/#top'] }, false],
  ['removeSecondFactor', { password: 'x' }, false],
  ['removeSecondFactor', { password: 'x', totp: '123456' }, true],
  ['removeSecondFactor', { password: 'x', totp: '123456', recovery_code: 'x' }, false],
  ['createInvitation', { email: ' Ada@Example.org ', role: 'manager' }, true],
  ['createInvitation', { email: 'a&da@example.org', role: 'manager' }, true],
  ['createOptOut', { to: '555-2671;phone-context=+1415' }, true],
  ['createOptOut', { to: '\u0007555-2671;phone-context=+1415' }, false],
  ['createMessageProvider', http(31), false],
  ['createMessageProvider', http(32), true],
  ['createMessageProvider', http(86), true],
  ['createMessageProvider', http(87), false],
  ['createMessageProvider', twilio({ from: '+14155552671' }), true],
  ['createMessageProvider', twilio({ from: null, messaging_service_sid: SERVICE }), true],
  ['createMessageProvider', twilio({}), false],
  ['createMessageProvider', twilio({ from: '+14155552671', messaging_service_sid: SERVICE }), false],
]

/** What the service itself refuses, which knows more than the schemas: numbers, templates, providers. */
const refusedByServices: [operation: string, body: object][] = [
  ['addGuest', { name: 'Ada', phone: '0'.repeat(39) }],
  ['addGuest', { name: 'Ada', phone: 'Front desk' }],
  ['sendNotification', { to: 'Front desk', text: 'Ready' }],
  ['createOptOut', { to: 'Front desk' }],
  ['receiveSandboxReply', { from: 'Front desk', text: 'late 10' }],
  ['testMessageProvider', { to: 'Main number' }],
  ['createTemplate', { name: 'Ready', kind: 'ready', text: 'Hi', variables: ['table'] }],
  ['createMessageProvider', { ...twilio({ from: '+14155552671' }), channels: ['email'] }],
]

/** Spellings of numbers, as libphonenumber has them, which the services read by. */
const spellings = [
  ...['(415) 555-2671', '+1 415.555.2671', '＋49 151 12345678', '0049 (0)151/12345678', ' 030 123456 '],
  ...[
    '415-555-2671 ext. 12',
    '+14155552671;ext=12',
    '4155552671x12',
    '+54 9 11 2345 6789',
    '４１５５５５２６７１',
    '\u202a+1 415 555 2671\u202c',
    '\u200etel:\u2066+14155552671\u2069',
  ],
]

const queries: [operation: string, parameter: string, value: string, accepted: boolean][] = [
  ['getUsage', 'group_by', 'actor, status', true],
  ['getUsage', 'group_by', 'status,status', true],
  ['getUsage', 'group_by', 'place', false],
  ['getUsage', 'group_by', '', false],
  ['listRequests', 'sender', 'api_key,other', true],
  ['listRequests', 'sender', 'api_key,nobody', false],
  ['listOptOuts', 'address', '+14155552671', true],
  ['listOptOuts', 'address', 'ada@example.org', true],
  ['listReplies', 'from', '', false],
]

const bodySchemaOf = (id: string) => {
  const operation = OPERATIONS.find((one) => one.id === id)
  const { requestBody } = document.paths[operation?.path ?? ''][operation?.method ?? '']
  return ajv.compile({ $ref: `document${requestBody.content['application/json'].schema.$ref}` })
}

describe("requests by the OpenAPI document and by the server's validation", () => {
  test.each(cases)('%s with %j is accepted by both: %s', (id, body, accepted) => {
    const operation = OPERATIONS.find((one) => one.id === id)
    expect(operation?.body.safeParse(body).success).toBe(accepted)
    const validate = bodySchemaOf(id)
    expect([validate(body), validate.errors]).toEqual([accepted, accepted ? null : expect.anything()])
  })

  test.each(refusedByServices)('%s with %j is forbidden by the document', (id, body) => {
    expect(bodySchemaOf(id)(body)).toBe(false)
  })

  test.each(spellings)('the phone number %s is allowed by the document', (phone) => {
    expect(bodySchemaOf('addGuest')({ name: 'Ada', phone })).toBe(true)
    expect(bodySchemaOf('sendNotification')({ to: phone, text: 'Ready' })).toBe(true)
  })

  test.each(queries)('%s with %s=%s is accepted by both: %s', (...given) => {
    const [id, name, value, accepted] = given
    const operation = OPERATIONS.find((one) => one.id === id)
    expect(operation?.query.shape[name].safeParse(value).success).toBe(accepted)
    const { parameters } = document.paths[operation?.path ?? ''][operation?.method ?? '']
    const { schema } = parameters.find((one: { name?: string }) => one.name === name)
    expect(ajv.compile(schema)(value)).toBe(accepted)
  })
})
