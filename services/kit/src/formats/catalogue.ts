import { readFileSync } from 'node:fs'
import { parsePo } from 'pofile-ts'

/**
 * The texts of a catalogue (GNU gettext PO), by the key that each has as its context (`msgctxt`).
 *
 * @throws Error if a text is missing
 */
export function readCatalogue(file: URL): (key: string) => string {
  const { items } = parsePo(readFileSync(file, 'utf8'))
  const texts = new Map(items.map(({ msgctxt, msgstr }) => [msgctxt, msgstr[0]]))
  return (key) => {
    const text = texts.get(key)
    if (!text) throw new Error(`${file.pathname} lacks a text for ${key}`)
    return text
  }
}
