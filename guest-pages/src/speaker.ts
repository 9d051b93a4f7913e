import { localeSchema, type Price } from '@usher/contracts'
import { MINUTE_MS } from '@usher/service-kit/durations'
import type { Request } from 'express'
import { formatCount, formatTime, formatWait, TIME, type WaitRange } from './browser/shared.ts'
import { LOCALES, type Locale } from './locale.ts'
import { ALL_WORDS } from './words/all-words.ts'
import type { PluralKey, TextKey, Words } from './words/words.ts'

/** Between two moments at which a clock that was set back shows the same time, in ms. */
const SET_BACK_MS = [30 * MINUTE_MS, 60 * MINUTE_MS]

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

  /** How long something takes, such as "1 hr, 30 min". */
  duration(minutes: number): string {
    const given = { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
    return new Intl.DurationFormat(this.tag, { style: 'short' }).format(given)
  }

  /** At least a minute, in words, such as "5 minutes". */
  soon(seconds: number): string {
    const minutes = Math.max(1, Math.ceil(seconds / 60))
    return new Intl.NumberFormat(this.tag, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(
      minutes,
    )
  }

  /** That there were too many requests. @param retryAfter seconds to wait, if known */
  tooMany(retryAfter: string | undefined): string {
    const seconds = Number(retryAfter)
    if (!(seconds > 0)) return `${this.say('tooManyText')} ${this.say('tryLater')}`
    return `${this.say('tooManyText')} ${this.say('tryAgainIn', { time: this.soon(seconds) })}`
  }

  price({ amount, currency }: Price): string {
    const format = new Intl.NumberFormat(this.tag, { style: 'currency', currency })
    return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 0))
  }

  /** @param at ISO 8601 */
  time(at: string, timeZone: string): string {
    return formatTime(new Date(at), timeZone, this.tag)
  }

  /** Tells times of day, with the offset from UTC where a clock that is set back shows a time twice. */
  clock(timeZone: string): (at: string) => string {
    const format = new Intl.DateTimeFormat(this.tag, { ...TIME, timeZone })
    const exact = new Intl.DateTimeFormat(this.tag, { ...TIME, timeZone, timeZoneName: 'short' })
    return (at) => {
      const ms = Date.parse(at)
      return isShownTwice(ms, format) ? exact.format(ms) : format.format(ms)
    }
  }

  date(at: string, timeZone: string): string {
    return new Intl.DateTimeFormat(this.tag, { ...DATE, timeZone }).format(new Date(at))
  }

  /** Day and time of day, with the offset from UTC where the clock shows it twice. */
  moment(at: string, timeZone: string): string {
    const format = new Intl.DateTimeFormat(this.tag, { ...DATE, ...TIME, timeZone })
    if (!isShownTwice(Date.parse(at), format)) return format.format(Date.parse(at))
    const exact = new Intl.DateTimeFormat(this.tag, { ...DATE, ...TIME, timeZone, timeZoneName: 'short' })
    return exact.format(Date.parse(at))
  }

  /** A time range, with dates if they differ. */
  timeRange(start: string, end: string, timeZone: string): string {
    const [from, to] = [Date.parse(start), Date.parse(end)]
    const format = new Intl.DateTimeFormat(this.tag, { ...TIME, timeZone })
    if (!isShownTwice(from, format) && !isShownTwice(to, format)) return format.formatRange(from, to)
    const exact = new Intl.DateTimeFormat(this.tag, { ...TIME, timeZone, timeZoneName: 'short' })
    return [from, to].map((at) => exact.format(at)).join(' – ')
  }
}

/** Whether a clock that is set back shows a time of day twice. */
const isShownTwice = (at: number, format: Intl.DateTimeFormat): boolean =>
  SET_BACK_MS.flatMap((by) => [at - by, at + by]).some((other) => format.format(other) === format.format(at))

const fill = (text: string, values: Values): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

const speakers = new Map(LOCALES.map((locale) => [locale, new Speaker(locale)]))

/** The speaker of a language. */
export const speakerOf = (locale: Locale): Speaker => speakers.get(locale) as Speaker

/** The language of a tag (BCP 47); undefined for Traditional Chinese, as our Chinese is Simplified. */
function languageOf(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return script === 'Hant' ? undefined : language
  } catch {
    return undefined
  }
}

/**
 * The language of a page: from `?lang=`, else the guest's choice, else the one that the
 * browser prefers, else English.
 */
export function speakerFor(req: Request, chosen?: string | null): Speaker {
  const accepted = req.acceptsLanguages().map(languageOf)
  for (const locale of [req.query.lang, chosen, ...accepted]) {
    const known = localeSchema.safeParse(locale)
    if (known.success) return speakerOf(known.data)
  }
  return speakerOf('en')
}
