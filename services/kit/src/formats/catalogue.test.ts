import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readCatalogue } from './catalogue.ts'

const folder = mkdtempSync(join(tmpdir(), 'usher-catalogue-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('a translation catalogue', () => {
  const path = join(folder, 'de.po')
  writeFileSync(
    path,
    `msgctxt "title"\nmsgid "Welcome, \\"{name}\\""\nmsgstr "Willkommen,\\n"\n"\\"{name}\\""\n\nmsgctxt "new"\nmsgid "New"\nmsgstr ""\n`,
  )
  const textOf = readCatalogue(pathToFileURL(path))

  test('returns the translation for a key', () => {
    expect(textOf('title')).toBe('Willkommen,\n"{name}"')
  })

  test.each(['new', 'unknown'])(
    'names the file and the key in the error when the text of %s is missing',
    (key) => {
      expect(() => textOf(key)).toThrow(`${path} lacks a text for ${key}`)
    },
  )
})
