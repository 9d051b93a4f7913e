/** Random texts, each with what stands for it. The first that matches counts. */
const TEXTS: readonly (readonly [RegExp, string | ((found: string) => string)])[] = [
  [/whsec_[A-Za-z0-9+/]+=*/g, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  [/\bdemo-[0-9a-f]+@usher\.test/g, 'grace@example.com'],
  [/[\w.]+(@|%40)usher\.test/g, 'ada$1example.com'],
  [/\b[0-9a-f]{8}@example\.com/g, 'ada@example.com'],
  [/\blocal-google\.test/g, 'example.com'],
  [/\bAudited\b/g, 'Front desk'],
  [/\b[A-Z2-7]{32}\b/g, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  [/\bGuest [0-9a-f]{8}\b/g, 'Ada'],
  [/\bQueue [0-9a-f]{8}\b/g, 'Front desk'],
  [/\bMessage [0-9a-f]{8}\b/g, 'Your table is ready.'],
  [/\bpassword [0-9a-f]{8}\b/g, 'correct horse battery'],
  [/\bpage-[0-9a-f]{8}\b/g, 'riverside-clinic'],
  [
    /(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g,
    '0f8fad5b-d9cb-469f-a165-70867728950e',
  ],
  [/\b[0-9a-f]{32,}\b/g, (found) => '9f86d081884c7d659a2feaa0c55ad015'.repeat(8).slice(0, found.length)],
  [/\+4915\d{9,}/g, '+4915112345678'],
  [/\bretry: \d+/g, 'retry: 3000'],
  [/\b198\.18\.\d+\.\d+/g, '198.51.100.7'],
  [/(\/(?:join|display|book|standby|logos|confirm|w|b)\/)[\w-]{8,}/g, '$1k7x2m9qd'],
  [/\b(?!whsec_)(usk_|uos_)?(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{22,}/g, tokenLike],
]

function tokenLike(found: string): string {
  const [prefix = ''] = /^(?:usk_|uos_)/.exec(found) ?? []
  return `${prefix}Qd4VtB1sLw8ZcNfAk7x2m9`
}

/** Fields whose values are random whatever they look like, by name. */
const FIELDS: Readonly<Record<string, string>> = {
  next_cursor: 'eyJpZCI6MX0',
  request_id: 'req_1f0c2b7a',
  code: '402915',
  totp: '402915',
  recovery_code: 'k7x2-m9q4',
  user_agent: 'Mozilla/5.0',
  last4: 'x2m9',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

/** What stands for the value of a field that is random; undefined if it is not. */
export function settledField(name: string, value: string): string | undefined {
  // The codes of problems are words.
  if (name === 'code' && !/^\d{6}$/.test(value)) return undefined
  // That of a request for data is an id like any other.
  if (name === 'request_id' && value.startsWith('prv_')) return undefined
  return FIELDS[name]
}

/** A text with something else for all that is random in it, but for ids and times. */
export const withoutRandom = (value: string): string =>
  TEXTS.reduce((text, [pattern, to]) => text.replace(pattern, to as string), value)
