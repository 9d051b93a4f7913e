import { ANSWERS, answerText } from './answer-words.ts'
import { understand } from './understand.ts'

describe('what replies are answered with', () => {
  test.each(Object.entries(ANSWERS))(
    'given %s, then what its help tells to write is understood',
    (_, words) => {
      // Keywords stand in capitals or in quotation marks, some with a number.
      const told = words.help.match(/(?<=[«“「])[^»”」]+|\p{Lu}{3,}(?: \p{Lu}{2,})*(?: \d+)?/gu) ?? []
      const intents = told.map((text) => understand(text).intent)
      expect(intents).toEqual(['cancel', 'here', 'late', 'stop'])
    },
  )

  test.each(Object.entries(ANSWERS))('given %s, then all that is to be filled in is', (_, words) => {
    for (const [kind, text] of Object.entries(words)) {
      const holes = text.match(/\{\w+\}/g) ?? []
      const expected = { late: ['{minutes}'], which: ['{places}'] }[kind] ?? []
      expect([kind, holes]).toEqual([kind, expected])
    }
  })

  test('given a name like a pattern, then it stands as it is', () => {
    expect(answerText('which', 'en', { places: "1 $& ($')" })).toContain("1 $& ($')")
  })
})
