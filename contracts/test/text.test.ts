import { applicationName } from '../src/application-name.ts'
import {
  contactText,
  emailAddress,
  emailSought,
  filledParagraph,
  hasCallOrSum,
  hasForeignLink,
  line,
  lineWithoutComma,
  paragraph,
  strangerName,
} from '../src/text.ts'

const codeOf = (value: string) => {
  const [issue] = line(100).safeParse(value).error?.issues ?? []
  return issue && 'params' in issue ? issue.params?.code : undefined
}

describe('a line of text', () => {
  test.each(['Ada', 'José', 'محمد', 'שרה', '山田 太郎', '葛\u{e0100}城', '7', 'می\u200cخواهم', 'ක්\u200dය'])(
    'keeps %s unchanged',
    (name) => expect(line(100).parse(name)).toBe(name),
  )

  test('refuses Mongolian selectors without a letter', () => {
    expect(line(100).safeParse('\u180b\u180b').success).toBe(false)
    expect(line(100).parse('ᠠ\u180b')).toBe('ᠠ\u180b')
  })

  test.each(['👩‍👩‍👧', '👩🏽‍💻', '❤️‍🔥', '🏳️‍🌈', '1️⃣', '🏴\u{e0067}\u{e0062}\u{e007f}'])(
    'keeps the parts of the emoji %s',
    (emoji) => expect(line(100).parse(`Ada ${emoji}`)).toBe(`Ada ${emoji}`),
  )

  test.each([
    ['marks of direction', '\u202aA\u200ed\u2066a\u2069\u202c', 'Ada'],
    ['an override of the direction', 'Ada\u202egnp.exe', 'Adagnp.exe'],
    ['joiners between Latin letters', 'A\u200dd\u200ca', 'Ada'],
    ['several joiners in a row', 'می\u200c\u200d\u200cخواهم', 'می\u200cخواهم'],
    ['a joiner at the end', 'محمد\u200c', 'محمد'],
    ['selectors without an emoji', 'A\ufe0fda 1\ufe0f', 'Ada 1'],
    ['another normal form', 'José'.normalize('NFD'), 'José'],
  ])('is cleaned of %s', (_name, given, expected) => expect(line(100).parse(given)).toBe(expected))

  test.each([
    ['zero-width space', '\u200b'],
    ['soft hyphens', '\u00ad\u00ad'],
    ['Hangul filler', '\u3164'],
    ['variation selector', '\ufe0f'],
    ['marks of direction', '\u200e\u200f'],
  ])('refuses a text of nothing but a %s', (_name, value) => {
    expect(line(100).safeParse(value).success).toBe(false)
  })

  test.each([
    ['a line break', 'Ada\nLovelace'],
    ['a line separator', 'Ada\u2028Lovelace'],
    ['half a surrogate', 'Ada\ud800'],
    ['a null', 'A\u0000da'],
  ])('refuses %s with control_characters', (_name, value) => {
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
      'St.John',
      'Dr.Who',
      'Ada St.John-Smith',
    ],
  ])('keeps %s unchanged', (name) => {
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
      'Dr.Shop',
      'Evil.Com',
      'Evil.C\u0332om',
      'St.John.Com',
      'St.John/x',
      'Evil.Com-x',
      'St.john',
      'बैंक.भारत/x',
      'paypal\u0332.com',
      'bank1.c\u0332o\u0332m',
    ],
  ])('refuses %s as a web address', (name) => {
    const [issue] = strangerName(100).safeParse(name).error?.issues ?? []
    expect(issue).toMatchObject({ params: { code: 'web_address' } })
  })
})

describe('an e-mail address', () => {
  test.each([
    [' Ada@Example.COM ', 'ada@example.com'],
    ['info@MÜLLER.de', 'info@müller.de'],
    ['info@xn--mller-kva.de', 'info@müller.de'],
    ['a&b@example.com', 'a&b@example.com'],
    ['Jose\u0301@example.com', 'josé@example.com'],
    ['ada+x@例子.公司', 'ada+x@例子.公司'],
    ['a@ｅxample.com', 'a@example.com'],
    ['ＡＤＡ９@example.com', 'ada9@example.com'],
    ['\u202aada@example.com\u202c\u200b', 'ada@example.com'],
    ["o'hara@mail.example", "o'hara@mail.example"],
  ])('is cleaned once: %j becomes %j', (given, expected) => {
    expect(emailAddress.parse(given)).toBe(expected)
  })

  test.each([
    ...[
      'root@[127.0.0.1]',
      'a@127.0.0.1',
      'a@１２７.0.0.1',
      'a@0x7f.0x1',
      'a@2130706433',
      'a@localhost',
      'a@[::1]',
      'a@example.com.',
      'mailto:a@example.com',
    ],
    ...[
      'a\u202eb@example.com',
      'a\u200bb@example.com',
      'a@exa\u00admple.com',
      'a@exam\u2066ple.com',
      'a@example..com',
    ],
    ...[
      'a\u0000@example.com',
      'a@example.com\u{e0041}',
      'a@.example.com',
      'a b@example.com',
      'a@b@example.com',
      '.a@example.com',
      'a..b@example.com',
      'a.@example.com',
      'a%example.org@example.com',
      'example.org!a@example.com',
    ],
  ])('is refused: %j', (given) => {
    expect(emailAddress.safeParse(given).success).toBe(false)
  })

  test('is refused in no time when it is a megabyte of blanks', () => {
    expect(emailAddress.safeParse(`${' '.repeat(1_000_000)}x`).error?.issues).toHaveLength(1)
  }, 2_000)
})

describe('a link in a message', () => {
  const URL = 'https://usher.test'

  test.each([
    'See https://usher.test/w/abc-1?x=2.',
    'https://usher.test',
    '您好。我们在等您。',
    'At 14.30, J.Smith',
  ])('is none of others in %j', (text) => expect(hasForeignLink(text, URL)).toBe(false))

  test.each([
    ...['https://usher.test.evil.example', 'https://usher.test@evil.example/', 'Ada visit evil.example'],
    ...[
      'https://usher.test/w/x"https://evil.example',
      'https://usher.test/,evil.example',
      'http://192.0.2.7/',
    ],
  ])('is of others in %j', (text) => expect(hasForeignLink(text, URL)).toBe(true))
})

describe('a phone number or a sum of money', () => {
  test.each([
    'Ada',
    'Bistro 1900',
    'Table 12',
    'Praxis Dr. Weiß, 2. OG',
    'Café 24/7',
    '山田 3名',
    'Route 66',
  ])('is not in %j', (name) => expect(hasCallOrSum(name)).toBe(false))

  test.each([
    ...[
      'call +1 (888) 555-0199',
      '8885550199',
      '888.555.0199 now',
      '８８８５５５０１９９',
      '8\u200b885550199',
    ],
    ...['You owe $499.99', '€ 20', '20€', '499 USD', '٨٨٨٥٥٥٠١٩٩'],
  ])('is in %j', (name) => expect(hasCallOrSum(name)).toBe(true))
})

describe('the name of an application', () => {
  test.each(['Agent', 'Claude Code', 'Планировщик', '予約 Planner', '예약', 'Ménage à trois'])(
    'may be %s',
    (name) => expect(applicationName.safeParse(name).success).toBe(true),
  )

  test.each([
    ...['Usher', 'U s h e r', 'Google Calendar', 'G00g1e', 'GoogIe', 'Úsher', 'Ｇｏｏｇｌｅ'],
    ...['Uѕher', 'Gοogle Drive', 'Аgent', 'planner.example', 'https://agent.example', 'U\u200bsher'],
  ])('is refused as %s', (name) => expect(applicationName.safeParse(name).success).toBe(false))
})

/** Characters at which what is trimmed, what is dropped and what is refused differ. */
const AWKWARD = [...'a ,\t\n\u000b\u0000\u0085\u00a0\u034f\u180b\u200b\u200d\u2028\u3164\ufe0f\ufeff']

describe('the pattern that the API document has for a text', () => {
  test.each(
    Object.entries({
      line: line(9),
      'line without comma': lineWithoutComma(9),
      contact: contactText(9),
      'e-mail address in a query': emailSought,
      paragraph: paragraph(9),
      'filled paragraph': filledParagraph(9),
    }),
  )('of a %s takes what the server takes', (_kind, schema) => {
    const pattern = new RegExp(schema.meta()?.pattern as string, 'u')
    const differing: string[] = []
    for (const first of AWKWARD)
      for (const second of ['', ...AWKWARD])
        for (const third of ['', ...AWKWARD]) {
          const text = first + second + third
          if (pattern.test(text) !== schema.safeParse(text).success) differing.push(JSON.stringify(text))
        }
    expect(differing).toEqual([])
  })
})
