import { localeSchema } from '@usher/contracts'
import type { Request } from 'express'
import { LOCALES, type Locale } from './locale.ts'
import { ALL_WORDS } from './words/all-words.ts'
import type { Plural, PluralKey, TextKey, Words } from './words/words.ts'

/** Longer waits are shown in hours. */
const MAX_IN_MINUTES = 90

const DATE = { weekday: 'long', day: 'numeric', month: 'long' } as const
const TIME = { hour: 'numeric', minute: '2-digit' } as const

type Values = Readonly<Record<string, string | number>>

/** Formats texts, numbers and times in one language. */
export class Speaker {
  readonly locale: Locale
  readonly words: Words
  /** Locale with Latin digits in every language, as in the page script. */
  readonly tag: string

  constructor(locale: Locale) {
    this.locale = locale
    this.words = ALL_WORDS[locale]
    this.tag = `${locale}-u-nu-latn`
  }

  get direction(): 'ltr' | 'rtl' {
    return this.locale === 'ar' ? 'rtl' : 'ltr'
  }

  say(key: TextKey, values: Values = {}): string {
    return fill(this.words[key], values)
  }

  /** A count, by the plural rules of the language. */
  count(key: PluralKey, n: number): string {
    const forms: Plural = this.words[key]
    const form = forms[new Intl.PluralRules(this.locale).select(n)] ?? forms.other
    return fill(form, { n: this.number(n) })
  }

  number(n: number): string {
    return new Intl.NumberFormat(this.tag).format(n)
  }

  /** A wait in whole minutes, such as "10–20 min", or in half hours if it is long. */
  wait({ low, high }: { readonly low: number; readonly high: number }): string {
    if (high === 0) return this.words.noWait
    return high > MAX_IN_MINUTES
      ? this.#range('hour', halfHours(low), halfHours(high))
      : this.#range('minute', low, high)
  }

  /** A number of days in words, such as "30 days". */
  days(n: number): string {
    return new Intl.NumberFormat(this.tag, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(n)
  }

  minutes(n: number): string {
    return this.#range('minute', n, n)
  }

  #range(unit: 'minute' | 'hour', low: number, high: number): string {
    const format = new Intl.NumberFormat(this.tag, { style: 'unit', unit, unitDisplay: 'short' })
    return low === high ? format.format(low) : format.formatRange(low, high)
  }

  /** @param at ISO 8601 */
  time(at: string, timeZone: string): string {
    return new Intl.DateTimeFormat(this.tag, { ...TIME, timeZone }).format(new Date(at))
  }

  date(at: string, timeZone: string): string {
    return new Intl.DateTimeFormat(this.tag, { ...DATE, timeZone }).format(new Date(at))
  }

  /** A time range, with dates if they differ. */
  timeRange(start: string, end: string, timeZone: string): string {
    return new Intl.DateTimeFormat(this.tag, { ...TIME, timeZone }).formatRange(
      new Date(start),
      new Date(end),
    )
  }
}

const halfHours = (minutes: number): number => Math.max(1, Math.round(minutes / 30)) / 2

const fill = (text: string, values: Values): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

const speakers = new Map(LOCALES.map((locale) => [locale, new Speaker(locale)]))

/** The speaker of a language. */
export const speakerOf = (locale: Locale): Speaker => speakers.get(locale) as Speaker

/**
 * The language of a page: from `?lang=`, else the guest's choice, else the one that the
 * browser prefers, else English.
 */
export function speakerFor(req: Request, chosen?: string | null): Speaker {
  const accepted = req.acceptsLanguages([...LOCALES])
  for (const locale of [req.query.lang, chosen, accepted]) {
    const known = localeSchema.safeParse(locale)
    if (known.success) return speakerOf(known.data)
  }
  return speakerOf('en')
}
