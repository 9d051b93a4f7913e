import fc from 'fast-check'
import { KEYWORDS } from './keywords.ts'
import { plain, understand } from './understand.ts'

const STOPS = Object.values(KEYWORDS).flatMap(({ stop }) => stop.split(',').map((word) => word.trim()))

describe('what a guest writes', () => {
  test.each([
    ...[
      'cancel',
      'CANCEL',
      'Cancel!',
      'can\u200bcel',
      '\u202acancel\u202c',
      '❌ cancel',
      'ｃａｎｃｅｌ',
      'please cancel',
      'Cancel, thanks',
    ],
    ...[
      'Cancelar',
      'annuler',
      'Absagen.',
      'annulla',
      'desistir',
      'annuleren',
      'キャンセル',
      '取消',
      'إلغاء',
      'الغاء',
    ],
  ])('%p is understood as cancel', (text) => {
    expect(understand(text).intent).toBe('cancel')
  })

  test.each([
    ...[
      'here',
      "I'm here 😀",
      'Aquí',
      'je suis là',
      'bin da',
      'sono qui',
      'cheguei',
      'ik ben er',
      '着きました',
    ],
    ...['我到了', 'وصلت', 'وصـــلت'],
  ])('%p is understood as here', (text) => {
    expect(understand(text).intent).toBe('here')
  })

  test.each([
    ['late', 10],
    ['late 10', 10],
    ['10 late', 10],
    ['+10', 10],
    ['+ 15', 15],
    ['10 min late', 10],
    ['Running late 20 mins!', 20],
    ['10min', 10],
    ['late by 5 minutes', 5],
    ['tarde 15', 15],
    ['15 minutos tarde', 15],
    ['en retard 10', 10],
    ['10 Minuten später', 10],
    ['ritardo 10 minuti', 10],
    ['atraso 30', 30],
    ['10 minuten te laat', 10],
    ['１０分遅れます', 10],
    ['晚到10分钟', 10],
    ['متأخر ١٠ دقائق', 10],
    ['late ۲۰', 20],
    ['late 720', 720],
  ])('%p is understood as late by %p minutes', (text, minutes) => {
    expect(understand(text)).toMatchObject({ intent: 'late', minutes })
  })

  test.each([...['yes', 'OK 👍', 'sí', 'oui', 'ja', 'confermo', 'sim', 'onderweg', 'はい', '好的', 'نعم']])(
    '%p is understood as confirm',
    (text) => {
      expect(understand(text).intent).toBe('confirm')
    },
  )

  test.each([...['HELP', 'info', 'ayuda', 'Hilfe', 'ヘルプ', '帮助', 'مساعدة']])(
    '%p is understood as help',
    (text) => expect(understand(text).intent).toBe('help'),
  )

  test.each([
    ...['STOP', 'stop.', 'StopAll', 'UNSUBSCRIBE', 'end', 'Quit', 'revoke', 'opt-out', 'Stop texting me!!!'],
    ...['stop please', 'STOP I said', 'Abmelden', 'arrêt', 'ARRET', 'baja', 'sair', '退订', '停止', 'توقف'],
  ])('%p is understood as stop', (text) => expect(understand(text).intent).toBe('stop'))

  test.each([...['START', 'unstop', 'alta', 'démarrer', '开始']])('%p is understood as start', (text) =>
    expect(understand(text).intent).toBe('start'),
  )

  test.each([
    ...[
      '',
      '???',
      '😀',
      'Is there a high chair?',
      'we wait at the bus stop',
      'late 10 20',
      'late 0',
      'late 721',
    ],
    ...['late 99999999999999999999', 'see you at 10', 'constructor', '__proto__'],
  ])('%p is understood as nothing and left to the staff', (text) => {
    expect(understand(text)).toEqual({ intent: null, minutes: null, locale: null, choice: null })
  })

  test.each([
    ['2', 2],
    ['2.', 2],
    ['2️⃣', 2],
    ['٢', 2],
  ])('%p is understood as the number of a choice', (text, choice) => {
    expect(understand(text)).toMatchObject({ intent: null, choice })
  })
})

describe('the keywords', () => {
  test('every keyword of every language has its own intent', () => {
    for (const [locale, keywords] of Object.entries(KEYWORDS)) {
      for (const [intent, words] of Object.entries(keywords)) {
        for (const word of words.split(',')) {
          expect([locale, word, understand(word).intent]).toEqual([locale, word, intent])
        }
      }
    }
  })

  test('understanding any text never throws and always gives the same result', () => {
    const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
    fc.assert(
      fc.property(texts, (text) => {
        expect(understand(text)).toEqual(understand(text))
        expect(plain(plain(text))).toBe(plain(text))
      }),
      { numRuns: 2_000 },
    )
  })

  test('a stop keyword in any case, width, accents and punctuation is always a stop', () => {
    const noise = fc.constantFrom('', ' ', '!', '...', '😡', '\n', '“', '   ', '🙏 ', '？', '\u200f')
    const cases = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => text.normalize('NFD'),
      (text: string) =>
        text.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
    )
    fc.assert(
      fc.property(fc.constantFrom(...STOPS), cases, noise, noise, (word, write, before, after) => {
        expect(understand(before + write(word) + after).intent).toBe('stop')
      }),
      { numRuns: 2_000 },
    )
  })

  test('a word to stop counts with any invisible characters in it, however many', () => {
    const invisible = fc.constantFrom(
      '\u00ad',
      '\u034f',
      '\u200b',
      '\u200d',
      '\u202e',
      '\u2066',
      '\u3164',
      '\ufe0f',
    )
    const added = fc.array(fc.tuple(fc.nat(20), invisible, fc.constantFrom(1, 60)), { maxLength: 8 })
    fc.assert(
      fc.property(fc.constantFrom(...STOPS), added, (word, marks) => {
        const spelled = marks.reduce(
          (text, [at, one, times]) => text.slice(0, at) + one.repeat(times) + text.slice(at),
          word,
        )
        expect(understand(spelled).intent).toBe('stop')
      }),
      { numRuns: 2_000 },
    )
  })
})
