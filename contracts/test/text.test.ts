import { describe, expect, test } from 'vitest'
import { emailAddress, line, strangerName } from '../src/text.ts'

const codeOf = (value: string) => {
  const [issue] = line(100).safeParse(value).error?.issues ?? []
  return issue && 'params' in issue ? issue.params?.code : undefined
}

describe('a line of text', () => {
  test.each(['Ada', 'José', 'محمد', 'שרה', '山田 太郎', '👩‍👩‍👧', '7', 'می‌خواهم', 'A\u200eB'])(
    'given %s, then it is taken as it is',
    (name) => {
      expect(line(100).parse(name)).toBe(name)
    },
  )

  test.each([
    ['zero-width space', '\u200b'],
    ['soft hyphens', '\u00ad\u00ad'],
    ['Hangul filler', '\u3164'],
    ['variation selector', '\ufe0f'],
    ['marks of direction', '\u200e\u200f'],
  ])('given nothing but a %s, then it is refused: nobody would see it', (_name, value) => {
    expect(codeOf(value)).toBe('invisible')
  })

  test.each([
    ['an override of the direction', 'Ada\u202egnp.exe'],
    ['an isolate', '\u2066Ada'],
    ['a line break', 'Ada\nLovelace'],
    ['a line separator', 'Ada\u2028Lovelace'],
    ['half a surrogate', 'Ada\ud800'],
    ['a null', 'A\u0000da'],
  ])('given %s, then it is refused', (_name, value) => {
    expect(codeOf(value)).toBe('control_characters')
  })
})

describe('the name of a stranger', () => {
  test.each([
    ...[
      'Ada',
      'J.Smith',
      'J.R.R.Tolkien',
      'Dr. No',
      'O’Neill-Smith',
      'Smith, 4',
      'Ph.D. Ada',
      '山田。',
      'Anna/Bob',
      'A.',
    ],
  ])('given %s, then it is taken as it is', (name) => {
    expect(strangerName(100).parse(name)).toBe(name)
  })

  test.each([
    ...[
      'evil.com',
      '💩.la',
      'i❤.ws',
      'Buy at EVIL.SHOP now',
      'http://localhost',
      'x.world/y',
      'a-b.io',
      'кто.рф',
      'me@evil.example',
      'q.page',
      'Q.page',
      'बैंक.भारत/x',
      'paypal\u0332.com',
      'bank1.c\u0332o\u0332m',
    ],
  ])('given %s, then it is refused as a web address', (name) => {
    const [issue] = strangerName(100).safeParse(name).error?.issues ?? []
    expect(issue).toMatchObject({ params: { code: 'web_address' } })
  })
})

describe('an e-mail address', () => {
  test.each([
    [' Ada@Example.ORG ', 'Ada@example.org'],
    ['ada@example.org.', 'ada@example.org'],
    ['ada+tables@mail.example.org', 'ada+tables@mail.example.org'],
    ['ada@exämple.org', 'ada@exämple.org'],
    ['ada@xn--exmple-cua.org', 'ada@xn--exmple-cua.org'],
  ])('%j is kept as %s', (given, kept) => {
    expect(emailAddress.parse(given)).toBe(kept)
  })

  test.each([
    ['an address literal', 'root@[127.0.0.1]'],
    ['an IP address', 'a@127.0.0.1'],
    ['a number as last label', 'a@example.1'],
    ['one label', 'a@localhost'],
    ['two dots', 'a@example..org'],
    ['a hyphen at the end of a label', 'a@example-.org'],
    ['a direction override', 'a\u202ed@example.org'],
    ['a zero-width space', 'a\u200bd@example.org'],
    ['a soft hyphen in the domain', 'a@exam\u00adple.org'],
    ['a second recipient', 'a@example.org,b@example.org'],
  ])('with %s is refused', (_name, given) => {
    expect(emailAddress.safeParse(given).success).toBe(false)
  })
})
