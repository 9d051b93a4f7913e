/** Languages of the dashboard, each by its own name. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  ja: '日本語',
} as const

export type Language = keyof typeof LANGUAGES

const STORED = 'usher-language'

const isLanguage = (tag: string | null): tag is Language => tag !== null && Object.hasOwn(LANGUAGES, tag)

const languageOf = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? ''

/** The chosen language, else the first that the browser asks for, else English. */
export function pickLanguage(chosen: string | null, wanted: readonly string[]): Language {
  return [chosen, ...wanted.map(languageOf)].find(isLanguage) ?? 'en'
}

/** How dates and numbers are written: as the browser's region does if it asks for this language. */
export function pickLocale(language: Language, wanted: readonly string[]): string {
  return wanted.find((tag) => languageOf(tag) === language && isValid(tag)) ?? language
}

/** Some systems report tags that `Intl` throws a RangeError for, such as `en-US@posix`. */
function isValid(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** The choice kept in this browser; null if storage is blocked. */
function storedLanguage(): string | null {
  try {
    return localStorage.getItem(STORED)
  } catch {
    return null
  }
}

/** Language of the dashboard. Another one takes a reload: formats and titles are made once. */
export const language = pickLanguage(storedLanguage(), navigator.languages)

/** BCP 47 tag for `Intl`. */
export const locale = pickLocale(language, navigator.languages)

/** Shows the dashboard in another language from now on, in this browser. Does nothing if storage is blocked. */
export function chooseLanguage(chosen: string): void {
  try {
    localStorage.setItem(STORED, chosen)
    window.location.reload()
  } catch {}
}
