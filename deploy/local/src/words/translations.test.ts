import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareVariables, parsePo, validateIcu } from 'pofile-ts'
import { repository } from '../processes.ts'

/** Those in ICU MessageFormat; messages to guests are Liquid templates, with tests of their own. */
const paths = globSync(
  ['web/dashboard/src/**/catalogues/**/*.po', 'web/guest-pages/src/**/catalogues/*.po'],
  {
    cwd: repository,
  },
)

const tagsIn = (text: string) => (text.match(/<\/?\w+\/?>/g) ?? []).sort()

describe('the catalogues in ICU MessageFormat', () => {
  test('include those of the dashboard and of the guest pages', () => {
    expect(paths.length).toBeGreaterThanOrEqual(10 + 9)
  })

  test.each(paths)('translations in %s have the placeholders and tags of the English text', (path) => {
    const { items } = parsePo(readFileSync(join(repository, path), 'utf8'))
    const faults = items.filter(({ msgid, msgstr: [text = ''] }) => {
      if (text === '') return false
      const isSame = compareVariables(msgid, text).isMatch && tagsIn(msgid).join() === tagsIn(text).join()
      return !isSame || !validateIcu(text).valid
    })
    expect(faults.map(({ msgid, msgstr }) => [msgid, msgstr[0]])).toEqual([])
  })
})
