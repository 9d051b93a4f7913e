import { ANSWERS, answerText } from './answer-words.ts'
import { understand } from './understand.ts'

describe('what replies are answered with', () => {
  test.each(Object.entries(ANSWERS))(
    'the help text in %s names only keywords that are understood',
    (_, words) => {
      // Keywords stand in capitals or in quotation marks, some with a number.
      const told = words.help.match(/(?<=[«“「])[^»”」]+|\p{Lu}{3,}(?: \p{Lu}{2,})*(?: \d+)?/gu) ?? []
      const intents = told.map((text) => understand(text).intent)
      expect(intents).toEqual(['cancel', 'here', 'late', 'stop'])
    },
  )

  test.each(Object.entries(ANSWERS))(
    'all texts in %s have exactly their expected placeholders',
    (_, words) => {
      for (const [kind, text] of Object.entries(words)) {
        const holes = text.match(/\{\w+\}/g) ?? []
        const expected = { late: ['{minutes}'], which: ['{places}'] }[kind] ?? []
        expect([kind, holes]).toEqual([kind, expected])
      }
    },
  )

  test('inserts a guest name with regular expression characters unchanged', () => {
    expect(answerText('which', 'en', { places: "1 $& ($')" })).toContain("1 $& ($')")
  })
})
