import { localeSchema } from '@usher/contracts'
import type { Request } from 'express'
import { formatCount, formatTime, formatWait, TIME, type WaitRange } from './browser/shared.ts'
import { LOCALES, type Locale } from './locale.ts'
import { ALL_WORDS } from './words/all-words.ts'
import type { PluralKey, TextKey, Words } from './words/words.ts'

const DATE = { weekday: 'long', day: 'numeric', month: 'long' } as const

type Values = Readonly<Record<string, string | number>>

/** Formats texts, numbers and times in one language. */
export class Speaker {
  readonly locale: Locale
  readonly words: Words
  /** Locale with Latin digits in every language. */
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
  count(key: PluralKey, n: number, values: Values = {}): string {
    return fill(formatCount(this.words[key], n, this.tag), values)
  }

  /** A wait in whole minutes, such as "10–20 min", or in half hours if it is long. */
  wait(range: WaitRange): string {
    return formatWait(range, this.words.noWait, this.tag)
  }

  /** A number of days in words, such as "30 days". */
  days(n: number): string {
    return new Intl.NumberFormat(this.tag, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(n)
  }

  minutes(n: number): string {
    return this.wait({ low: n, high: n })
  }

  /** @param at ISO 8601 */
  time(at: string, timeZone: string): string {
    return formatTime(new Date(at), timeZone, this.tag)
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
