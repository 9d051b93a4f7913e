import { z } from 'zod'

/** The kind of each identifier prefix. Identifiers are TypeIDs: `prefix_` and a UUIDv7 in base 32. */
export const ID_PREFIXES = {
  organization: 'org',
  apiKey: 'key',
  member: 'mem',
  session: 'ses',
  invitation: 'inv',
  passwordReset: 'pwr',
  emailVerification: 'emv',
  oauthClient: 'oac',
  oauthGrant: 'ogr',
  privacyRequest: 'prv',
  auditRecord: 'aud',
  queue: 'q',
  guest: 'gst',
  webhookEndpoint: 'whk',
  delivery: 'dlv',
  notification: 'ntf',
  template: 'tpl',
  messageProvider: 'mpr',
  reply: 'rpy',
  optOut: 'opt',
  consent: 'cns',
  webhookReplay: 'rpl',
  serviceType: 'svt',
  provider: 'pvd',
  booking: 'bk',
  checkIn: 'chk',
  calendarChange: 'cch',
  hold: 'hld',
  series: 'ser',
  standby: 'sby',
  bookingCode: 'bkc',
  calendarConnection: 'cal',
  calendarSync: 'csy',
  category: 'cat',
  product: 'prd',
  testClock: 'clk',
  event: 'evt',
  request: 'req',
} as const

export type IdKind = keyof typeof ID_PREFIXES

/** Kinds whose names are not the words of their identifiers. */
const NAMES: Partial<Record<IdKind, string>> = {
  organization: 'organisation',
  apiKey: 'API key',
  oauthClient: 'OAuth client',
  oauthGrant: 'OAuth grant',
  optOut: 'opt-out',
}

/** `a service type` for `serviceType`. */
function withArticle(kind: IdKind): string {
  const name = NAMES[kind] ?? kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${/^[aeio]/i.test(name) ? 'an' : 'a'} ${name}`
}

const UNIQUE = '[0-7][0-9a-hjkmnp-tv-z]{25}'

/** What may follow the prefix of identifiers that tell test data apart, and what may follow for a test clock. */
const FOR_TESTS: Partial<Record<IdKind, readonly [before: string, after: string]>> = {
  organization: ['(?:test_)?', `(?:_${UNIQUE})?`],
}

const patternOf = (kind: IdKind): string => {
  const [before = '', after = ''] = FOR_TESTS[kind] ?? []
  return `^${ID_PREFIXES[kind]}_${before}${UNIQUE}${after}$`
}

/** Schema of one kind of identifier (TypeID specification 0.3: 26 characters, no i, l, o, u). */
export const idOf = (kind: IdKind) =>
  z
    .string()
    .regex(new RegExp(patternOf(kind)), {
      error: `must be an identifier starting with ${ID_PREFIXES[kind]}_`,
    })
    .meta({
      description: `Id of ${withArticle(kind)}: a TypeID with the prefix ${ID_PREFIXES[kind]}_${kind in FOR_TESTS ? ', or org_test_ for test data' : ''}`,
    })
