import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { localeSchema } from '@usher/contracts'
import { createItem, createPoFile, type PoFile, parsePo, stringifyPo } from 'pofile-ts'
import { repository } from '../processes.ts'

/** English texts and the folder of their translations. */
interface CatalogueSource {
  /** Module with the English texts by key, as `MESSAGES`. */
  readonly source: string
  readonly folder: string
}

const SOURCES: readonly CatalogueSource[] = [
  { source: 'web/guest-pages/src/words/words.ts', folder: 'web/guest-pages/src/words/catalogues' },
  {
    source: 'services/notification/src/templates/words/messages.ts',
    folder: 'services/notification/src/templates/words/catalogues',
  },
]

/** English is the source. */
const LANGUAGES = localeSchema.options.filter((language) => language !== 'en')

interface Catalogue {
  readonly path: string
  /** Its content once it holds exactly the texts of the source. */
  readonly content: string
  /** Keys of texts that are not translated. */
  readonly untranslated: readonly string[]
}

/** The catalogues of guests' pages and messages, brought up to date with the English texts. */
export async function serverCatalogues(): Promise<Catalogue[]> {
  const catalogues = SOURCES.map(async ({ source, folder }) => {
    const { MESSAGES } = (await import(join(repository, source))) as { MESSAGES: Record<string, string> }
    return LANGUAGES.map((language) =>
      updated(join(repository, folder, `${language}.po`), language, MESSAGES),
    )
  })
  return (await Promise.all(catalogues)).flat()
}

function updated(path: string, language: string, messages: Readonly<Record<string, string>>): Catalogue {
  const before = existsSync(path) ? parsePo(readFileSync(path, 'utf8')) : createPoFile()
  const items = Object.entries(messages).map(([key, english]) => itemOf(key, english, before))
  const after = { ...before, headers: headersOf(language), items }
  return {
    path,
    content: `${stringifyPo(after, { foldLength: 0 })}\n`,
    untranslated: items.filter(({ msgstr }) => !msgstr[0]).map(({ msgctxt }) => msgctxt ?? ''),
  }
}

/** A text whose English has changed is marked for review, and keeps its translation until then. */
function itemOf(key: string, english: string, { items }: PoFile) {
  const known = items.find(({ msgctxt }) => msgctxt === key)
  const isChanged = known !== undefined && known.msgid !== english
  const flags = isChanged ? { ...known.flags, fuzzy: true } : (known?.flags ?? {})
  return { ...createItem(), msgctxt: key, msgid: english, msgstr: known?.msgstr ?? [''], flags }
}

const headersOf = (language: string) => ({
  'Content-Type': 'text/plain; charset=utf-8',
  'Content-Transfer-Encoding': '8bit',
  Language: language,
})
