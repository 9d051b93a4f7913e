import { PLACE_INTENTS, type ReplyIntent, type Template } from '@usher/contracts'
import { COURTESIES, KEYWORDS, MINUTES, STOP_AT_THE_BEGINNING } from './keywords.ts'

/** The meaning of a text. */
export interface Meaning {
  /** null: nothing a machine could act on. */
  readonly intent: ReplyIntent | null
  /** Only for `late`. */
  readonly minutes: number | null
  /** Language of the words, if they belong to one; English before others. */
  readonly locale: Template['locale'] | null
  /** A number on its own, which may answer a question. */
  readonly choice: number | null
}

/** Minutes assumed for a guest who is late without saying how long. */
const USUAL_MINUTES = 10

/** Longest time for which a place is kept, in minutes. */
const MAX_MINUTES = 720

/** Longest text whose first word decides, in words. */
const FEW_WORDS = 5

/** Texts are far shorter; more would not make them clearer. */
const MAX_CHARACTERS = 200

const MARKS = /\p{M}/gu

/** Characters inside words that do not change them: invisible ones, and the tatweel that stretches Arabic words. */
const WITHOUT_MEANING = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u0640]/gu

/** The zeros of the Arabic, Persian and Devanagari digits. */
const ZEROS = [0x0660, 0x06f0, 0x0966]

/** Anything but letters, digits and `+`. */
const OTHER = /[^\p{L}\p{N}+]+/gu

/**
 * Normalises a text for comparison: without case, accents, width, punctuation and emoji (Unicode Standard Annex 15,
 * NFKC, then without the marks of NFD).
 */
export function plain(text: string): string {
  const written = text.replace(WITHOUT_MEANING, '').slice(0, MAX_CHARACTERS)
  const compatible = written.normalize('NFKC').toLowerCase()
  const western = compatible.replace(/[٠-٩۰-۹०-९]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    const zero = ZEROS.findLast((first) => first <= code) ?? code
    return String(code - zero)
  })
  return western.normalize('NFD').replace(MARKS, '').replace(WITHOUT_MEANING, '').replace(OTHER, ' ').trim()
}

const wordsOf = (list: string): string[] => list.split(',').map(plain)

interface Phrase {
  readonly intent: ReplyIntent
  readonly locale: Template['locale']
}

/** The meaning of each phrase. The first entry wins: stop and start, and English, come first. */
function phraseBook(): ReadonlyMap<string, Phrase> {
  const book = new Map<string, Phrase>()
  for (const intent of ['stop', 'start', 'help', ...PLACE_INTENTS] as const) {
    for (const [name, keywords] of Object.entries(KEYWORDS)) {
      const locale = name as Template['locale']
      for (const words of wordsOf(keywords[intent])) if (!book.has(words)) book.set(words, { intent, locale })
    }
  }
  return book
}

const BOOK = phraseBook()
const FIRST_STOPS: ReadonlySet<string> = new Set(wordsOf(STOP_AT_THE_BEGINNING))
const longestFirst = (list: string) => wordsOf(list).sort((a, b) => b.length - a.length)
const COURTESY = `(?:${longestFirst(COURTESIES).join('|')})`
const BEFORE = new RegExp(`^(?:${COURTESY} )+(?=.)`, 'u')
const BEHIND = new RegExp(`(?<=.)(?: ${COURTESY})+$`, 'u')
const UNIT = new RegExp(`# ?(?:${longestFirst(MINUTES).join('|')})(?= |$|(?<=[分鐘钟]))`, 'u')

const NOTHING: Meaning = { intent: null, minutes: null, locale: null, choice: null }

/** Understands a text in any of ten languages. */
export function understand(text: string): Meaning {
  const whole = plain(text)
  const bare = whole.replace(BEFORE, '').replace(BEHIND, '')
  // Also unstripped: a courtesy may be part of a phrase.
  for (const words of [whole, bare]) {
    const phrase = BOOK.get(words)
    if (phrase) return { ...NOTHING, ...phrase, minutes: phrase.intent === 'late' ? USUAL_MINUTES : null }
  }
  const few = bare.split(' ', FEW_WORDS + 1)
  if (few.length <= FEW_WORDS && FIRST_STOPS.has(few[0] ?? '')) return { ...NOTHING, intent: 'stop' }
  return withNumber(bare)
}

/** Understands a text with one number: minutes, or a choice. */
function withNumber(words: string): Meaning {
  const numbers = words.match(/\d+/gu) ?? []
  const [digits] = numbers
  if (digits === undefined || numbers.length > 1) return NOTHING
  const number = Number(digits)
  const pattern = words.replace(digits, ' # ').replace(/ +/gu, ' ').trim()
  if (pattern === '#') return { ...NOTHING, choice: number }
  if (number < 1 || number > MAX_MINUTES) return NOTHING
  const withoutUnit = pattern.replace(UNIT, '#').trim()
  const late = { ...NOTHING, intent: 'late', minutes: number } as const
  if (withoutUnit === '#' || /^\+ ?#$/u.test(withoutUnit)) return late
  const phrase = BOOK.get(withoutUnit.replace('#', '').replace(/ +/gu, ' ').replaceAll('+', '').trim())
  return phrase?.intent === 'late' ? { ...late, locale: phrase.locale } : NOTHING
}
