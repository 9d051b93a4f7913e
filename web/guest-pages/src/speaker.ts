import { localeSchema, type Price } from '@usher/contracts'
import { zoneOf } from '@usher/contracts/luxon-zone'
import { localTime } from '@usher/contracts/zones'
import { MINUTE_MS } from '@usher/service-kit/durations'
import type { Request } from 'express'
import { Info } from 'luxon'
import { formatCount, formatTime, formatWait, TIME, type WaitRange } from './browser/shared.ts'
import { LOCALES, type Locale } from './locale.ts'
import { ALL_WORDS } from './words/all-words.ts'
import type { PluralKey, TextKey, Words } from './words/words.ts'

/** Between two moments at which a clock that was set back shows the same time, in ms. */
const SET_BACK_MS = [30 * MINUTE_MS, 60 * MINUTE_MS]

const DATE = { weekday: 'long', day: 'numeric', month: 'long' } as const
const MONTH = { month: 'long', year: 'numeric' } as const
const MOMENT = { ...DATE, ...TIME }

type Values = Readonly<Record<string, string | number>>

/** Formats texts, numbers and times in one language. */
export class Speaker {
  readonly locale: Locale
  readonly words: Words
  /** Locale with Latin digits in every language. */
  readonly tag: string
  readonly #formats = new Map<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>()

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
    return formatTime(localTime(at, timeZone), this.tag)
  }

  /** A time of day, with the offset from UTC where a clock that is set back shows it twice. */
  clock(at: string, timeZone: string): string {
    return this.#exact(TIME, at, timeZone)
  }

  /** @param month such as "2026-12" */
  month(month: string): string {
    return this.#format(MONTH).format(new Date(`${month}-01`))
  }

  /** 1: Monday, 7: Sunday. */
  get firstWeekday(): number {
    return Info.getStartOfWeek({ locale: this.tag })
  }

  /** Names of the days of a week, from its first. */
  weekdays(): { readonly short: string; readonly long: string }[] {
    const [short, long] = (['short', 'long'] as const).map((length) =>
      Info.weekdays(length, { locale: this.tag }),
    )
    const days = Array.from({ length: 7 }, (_, n) => (this.firstWeekday - 1 + n) % 7)
    return days.map((n) => ({ short: short?.[n] ?? '', long: long?.[n] ?? '' }))
  }

  /** A time zone as people call it, such as "Pacific Time". */
  zone(timeZone: string): string {
    // UTC is the same all year, and has no generic name.
    const timeZoneName = timeZone === 'UTC' ? 'long' : 'longGeneric'
    const format = new Intl.DateTimeFormat(this.tag, { timeZone, timeZoneName })
    return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  }

  date(at: string, timeZone: string): string {
    return this.#format(DATE).format(localTime(at, timeZone))
  }

  /** Day and time of day, with the offset from UTC where the clock shows it twice. */
  moment(at: string, timeZone: string): string {
    return this.#exact(MOMENT, at, timeZone)
  }

  /** A time range, with dates if they differ. */
  timeRange(start: string, end: string, timeZone: string): string {
    if (![start, end].some((at) => isShownTwice(at, timeZone))) {
      return this.#format(TIME).formatRange(localTime(start, timeZone), localTime(end, timeZone))
    }
    return [start, end].map((at) => this.#exact(TIME, at, timeZone)).join(' – ')
  }

  #format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
    const known = this.#formats.get(options)
    const format = known ?? new Intl.DateTimeFormat(this.tag, { ...options, timeZone: 'UTC' })
    this.#formats.set(options, format)
    return format
  }

  #exact(options: Intl.DateTimeFormatOptions, at: string, zone: string): string {
    if (!isShownTwice(at, zone)) return this.#format(options).format(localTime(at, zone))
    const timeZone = zoneOf(zone).formatOffset(Date.parse(at), 'short')
    const format = new Intl.DateTimeFormat(this.tag, { ...options, timeZoneName: 'short', timeZone })
    return format.format(new Date(at))
  }
}

/** Whether a clock that is set back shows a time of day twice. */
function isShownTwice(at: string, zone: string): boolean {
  const moment = Date.parse(at)
  const local = localTime(moment, zone).getTime()
  return SET_BACK_MS.flatMap((by) => [moment - by, moment + by]).some(
    (other) => localTime(other, zone).getTime() === local,
  )
}

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
