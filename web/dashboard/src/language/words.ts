import { i18n, type Messages } from '@lingui/core'
import { messages as english } from './catalogues/en/first.po'
import { language, locale } from './language.ts'

interface Catalogue {
  readonly messages: Messages
}

const first = import.meta.glob<Catalogue>(['./catalogues/*/first.po', '!./catalogues/en/first.po'])
const rest = import.meta.glob<Catalogue>('./catalogues/*/rest.po')

/** Loads the words of the first load, and has them used. English ones come with the app, and stand in for others. */
export async function loadFirstWords(): Promise<void> {
  const loaded = await first[`./catalogues/${language}/first.po`]?.().catch(() => undefined)
  i18n.loadAndActivate({ locale: language, locales: locale, messages: loaded?.messages ?? english })
  document.documentElement.lang = language
}

let isRestLoaded = false

/**
 * Loads the words of the parts that are loaded when they are used first, once; English ones if those fail. More words have
 * all that is shown rendered again.
 */
export async function loadOtherWords(): Promise<void> {
  if (isRestLoaded) return
  const load = (tag: string) => rest[`./catalogues/${tag}/rest.po`]?.()
  const own = await load(language)?.catch(() => undefined)
  const catalogue = own ?? (await load('en'))
  isRestLoaded = own !== undefined
  i18n.load(language, catalogue?.messages ?? {})
}
