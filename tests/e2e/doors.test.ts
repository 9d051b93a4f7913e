import { OPERATIONS } from '@usher/contracts'
import { normalizePhone, senderNumber } from '@usher/service-kit'
import fc from 'fast-check'
import { type RequestField, requestFields } from './request-fields.ts'

const customerOf = (field: string) =>
  [
    'bookOnline',
    'bookSeriesOnline',
    'createBooking',
    'createBookingSeries',
    'joinStandby',
    'updateBooking',
  ].map((id) => `${id} body.customer.${field}`)

/** Every field of a request by which a person's data comes in, by the cleaning that it gets. */
const DOORS = {
  name: [
    ...customerOf('name'),
    ...['acceptInvitation', 'addGuest', 'createApiKey', 'createCategory', 'createMessageProvider'].map(named),
    ...['createOAuthClient', 'createProduct', 'createProvider', 'createQueue', 'createServiceType'].map(
      named,
    ),
    ...['createTemplate', 'createTestClock', 'joinQueue', 'replaceServiceType', 'signUp'].map(named),
    ...['updateApiKey', 'updateCategory', 'updateGuest', 'updateMe', 'updateMessageProvider'].map(named),
    ...['updateOAuthClient', 'updateOrganization', 'updateProduct', 'updateProvider', 'updateQueue'].map(
      named,
    ),
    ...['updateOwnPlace', 'updateServiceType', 'updateTemplate'].map(named),
    'createCategory body.translations.*.name',
    'createMessageProvider body.settings.from_name',
    'createPrivacyRequest body.confirm_name',
    'createProduct body.translations.*.name',
    'createQueue body.priority_classes[].name',
    'signUp body.organization_name',
    'updateCategory body.translations.*.name',
    'updateProduct body.translations.*.name',
    'updateQueue body.priority_classes[].name',
  ],
  phone: [
    ...customerOf('phone'),
    'addGuest body.phone',
    'createPrivacyRequest body.subject.phone',
    'joinQueue body.phone',
    'listBookings query.phone',
    'receiveSandboxReply body.from',
    'requestBookingCode body.phone',
    'startCustomerSession body.phone',
    'updateGuest body.phone',
    'updateOrganization body.phone',
    'updateOwnPlace body.phone',
  ],
  email: [
    ...customerOf('email'),
    'addGuest body.email',
    'createInvitation body.email',
    'createMessageProvider body.settings.from_address',
    'createMessageProvider body.settings.reply_to',
    'createPrivacyRequest body.subject.email',
    'joinQueue body.email',
    'requestBookingCode body.email',
    'requestPasswordReset body.email',
    'signIn body.email',
    'signUp body.email',
    'startCustomerSession body.email',
    'updateGuest body.email',
  ],
  /** Text that was an e-mail address. */
  sought: ['listBookings query.email'],
  /** A phone number or an e-mail address, cleaned by the service once it is known which. */
  contact: [
    'arriveAtQueue body.contact',
    'createOptOut body.to',
    'listConsents query.address',
    'listOptOuts query.address',
    'listReplies query.from',
    'listTestMessages query.to',
    'sendNotification body.to',
    'testMessageProvider body.to',
  ],
  /** As providers of messages write it. */
  sender: ['receiveHttpEvent body.from', 'receiveTwilioInbound body.From'],
  /** No data of people that is compared: own numbers and senders, a street, a file. */
  other: [
    'createMessageProvider body.settings.from',
    'getLogo params.name',
    'receiveHttpEvent body.to',
    'receiveTwilioInbound body.To',
    'updateOrganization body.address',
  ],
} as const

function named(id: string): string {
  return `${id} body.name`
}

const NAMES = /(?:phone|e_?mail|name)$|^(?:to|from|address|contact|reply_to|from_address)$/iu
const SAMPLES = ['Ada', '+14155552671', 'ada@example.com']

/** Fields that may hold a phone number, an e-mail address or a name; `from` and `to` are often times. */
const isDoor = ({ name, schema }: RequestField): boolean =>
  NAMES.test(name) && SAMPLES.some((sample) => schema.safeParse(sample).success)

const FOUND: readonly [key: string, field: RequestField][] = OPERATIONS.flatMap((operation) =>
  requestFields(operation)
    .filter(isDoor)
    .map((field): [string, RequestField] => [`${operation.id} ${field.path}`, field]),
)

const doorsOf = (kind: keyof typeof DOORS) =>
  FOUND.filter(([key]) => (DOORS[kind] as readonly string[]).includes(key))

const INVISIBLE = [
  ...['\u00ad', '\u034f', '\u061c', '\u180e', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u202a'],
  ...['\u202b', '\u202c', '\u202d', '\u202e', '\u2060', '\u2066', '\u2067', '\u2068', '\u2069', '\ufe0f'],
  ...['\ufeff', '\ufff9', '\u{e0041}'],
]

/** The same text with invisible characters anywhere, in another case or normal form. */
const variants = (text: string, changes: readonly ((text: string) => string)[]) =>
  fc
    .tuple(
      fc.array(fc.tuple(fc.nat(text.length * 2), fc.constantFrom(...INVISIBLE)), {
        minLength: 1,
        maxLength: 8,
      }),
      fc.constantFrom(...changes),
    )
    .map(([added, change]) => {
      const characters = [...change(text)]
      for (const [at, one] of added) characters.splice(at, 0, one)
      return characters.join('')
    })

const same = (text: string) => text
const composed = (text: string) => text.normalize('NFC')
const decomposed = (text: string) => text.normalize('NFD')
const capitals = (text: string) => text.toUpperCase()

const NAMED = ['Ada Lovelace', 'José Núñez', 'Ольга', 'שרה', 'Nguyễn Thị Hà']
const NUMBERS = [
  ['+1 415 555 2671', '+14155552671'],
  ['+52 1 55 1234 5678', '+525512345678'],
  ['+52 55 1234 5678', '+525512345678'],
  ['+55 11 8888-8888', '+5511988888888'],
  ['+55 11 98888 8888', '+5511988888888'],
  ['+1 565 555 2671', '+15655552671'],
] as const
const ADDRESSES = [
  ['Info@Müller.de', 'info@müller.de'],
  ['info@XN--mller-kva.de', 'info@müller.de'],
  ['José+x@example.com', 'josé+x@example.com'],
  ['A&B@example.com', 'a&b@example.com'],
  ['x=y@example.com', 'x=y@example.com'],
  ['ＡＤＡ@example.com', 'ada@example.com'],
  ['\u202aada@example.com\u202c', 'ada@example.com'],
  ['ada@example.com\u200e', 'ada@example.com'],
] as const
const NO_ADDRESSES = [
  ...['mailto:ada@example.com', 'ada..l@example.com', 'ada@example..com', 'ada@example.com.'],
  ...['ada@[127.0.0.1]', 'ada@127.0.0.1', 'ada@[::1]', 'a\u200bda@example.com', 'ada@exam\u2066ple.com'],
  ...['ada@exam\u00adple.com', 'ada@localhost'],
]

describe('the fields by which data of people comes in', () => {
  test('are all in the table of doors', () => {
    const found = [...new Set(FOUND.map(([key]) => key))].sort()
    expect(found).toEqual(Object.values(DOORS).flat().sort())
  })

  test.each(doorsOf('name'))('%s takes every spelling of a name as one', (_key, { schema }) => {
    for (const name of NAMED) {
      const spelled = variants(name, [same, composed, decomposed])
      fc.assert(
        fc.property(spelled, (text) => {
          expect(schema.parse(text)).toBe(name)
        }),
        { numRuns: 25 },
      )
    }
  })

  test.each(doorsOf('email'))('%s takes every spelling of an e-mail address as one', (_key, { schema }) => {
    for (const [spelled, address] of ADDRESSES)
      for (const change of [same, decomposed, capitals]) expect(schema.parse(change(spelled))).toBe(address)
    expect(NO_ADDRESSES.filter((address) => schema.safeParse(address).success)).toEqual([])
  })

  test.each(doorsOf('sought'))('%s finds every spelling of an e-mail address', (_key, { schema }) => {
    for (const [spelled, address] of ADDRESSES) expect(schema.parse(spelled)).toBe(address)
  })

  test.each([...doorsOf('phone'), ...doorsOf('sender'), ...doorsOf('contact')])(
    '%s takes every spelling of a phone number as one',
    (key, { schema }) => {
      const isSender = (DOORS.sender as readonly string[]).includes(key)
      for (const [number, stored] of NUMBERS)
        fc.assert(
          fc.property(variants(number, [same, (text) => `tel:${text}`]), (text) => {
            fc.pre(text.length <= 40)
            const given = String(schema.parse(text))
            expect(isSender ? senderNumber(given) : normalizePhone(given, 'DE')).toBe(stored)
          }),
          { numRuns: 10 },
        )
    },
  )

  test.each(FOUND)('%s refuses text that is too long at once', (_key, { schema }) => {
    for (const part of ['a\u200d', 'ب\u200d', '\u{1f600}\u200d', 'a\u{e0061}', 'A.', 'a\u0301']) {
      const text = part.repeat(5_000)
      const startedAt = performance.now()
      schema.safeParse(text)
      expect(performance.now() - startedAt).toBeLessThan(500)
    }
  })
})
