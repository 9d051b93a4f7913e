import { PLACE_INTENTS, type ReplyIntent, type Template } from '@usher/contracts'
import { COURTESIES, KEYWORDS, MINUTES, STOP_AT_THE_BEGINNING } from './keywords.ts'

/** What a text was understood as. */
export interface Meaning {
  /** null: nothing that a machine could act on. */
  readonly intent: ReplyIntent | null
  /** Of `late`. */
  readonly minutes: number | null
  /** The language of the words, where they are of one; English before others. */
  readonly locale: Template['locale'] | null
  /** A number on its own: it may choose among what was asked. */
  readonly choice: number | null
}

/** Minutes of a guest who says nothing but that it gets late. */
const USUAL_MINUTES = 10

/** The longest time for which a place is kept. */
const MOST_MINUTES = 720

/** Most words of a text whose first one decides. */
const FEW_WORDS = 5

/** Texts are far shorter; what is behind would not make them clearer. */
const MOST_CHARACTERS = 200

const MARKS = /\p{M}/gu

/** The zeros of the Arabic, Persian and Devanagari digits. */
const ZEROS = [0x0660, 0x06f0, 0x0966]

/** All that is neither letter, digit nor `+`. */
const OTHER = /[^\p{L}\p{N}+]+/gu

/**
 * A text as texts are compared: without case, accents, width, punctuation and emoji (Unicode Standard Annex 15, NFKC,
 * then without the marks of NFD).
 */
export function plain(text: string): string {
  const compatible = text.slice(0, MOST_CHARACTERS).normalize('NFKC').toLowerCase()
  const western = compatible.replace(/[٠-٩۰-۹०-९]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    const zero = ZEROS.findLast((first) => first <= code) ?? code
    return String(code - zero)
  })
  return western.normalize('NFD').replace(MARKS, '').replace(OTHER, ' ').trim()
}

const wordsOf = (list: string): string[] => list.split(',').map(plain)

interface Phrase {
  readonly intent: ReplyIntent
  readonly locale: Template['locale']
}

/** What each phrase means. What was put in first stays: stop and start, and English, before the others. */
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

/** Understands what somebody wrote, in any of ten languages. */
export function understand(text: string): Meaning {
  const whole = plain(text)
  const bare = whole.replace(BEFORE, '').replace(BEHIND, '')
  // As it stands, too: a courtesy may be part of a phrase.
  for (const words of [whole, bare]) {
    const phrase = BOOK.get(words)
    if (phrase) return { ...NOTHING, ...phrase, minutes: phrase.intent === 'late' ? USUAL_MINUTES : null }
  }
  const few = bare.split(' ', FEW_WORDS + 1)
  if (few.length <= FEW_WORDS && FIRST_STOPS.has(few[0] ?? '')) return { ...NOTHING, intent: 'stop' }
  return withNumber(bare)
}

/** Understands a text in which there is one number: minutes, or a choice. */
function withNumber(words: string): Meaning {
  const numbers = words.match(/\d+/gu) ?? []
  const [digits] = numbers
  if (digits === undefined || numbers.length > 1) return NOTHING
  const number = Number(digits)
  const pattern = words.replace(digits, ' # ').replace(/ +/gu, ' ').trim()
  if (pattern === '#') return { ...NOTHING, choice: number }
  if (number < 1 || number > MOST_MINUTES) return NOTHING
  const withoutUnit = pattern.replace(UNIT, '#').trim()
  const late = { ...NOTHING, intent: 'late', minutes: number } as const
  if (withoutUnit === '#' || /^\+ ?#$/u.test(withoutUnit)) return late
  const phrase = BOOK.get(withoutUnit.replace('#', '').replace(/ +/gu, ' ').replaceAll('+', '').trim())
  return phrase?.intent === 'late' ? { ...late, locale: phrase.locale } : NOTHING
}
