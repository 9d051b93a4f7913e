import { hash } from 'node:crypto'

const MAX_INITIALS = 2
const DIGITS_FROM = 10
const DIGITS_TO = 99

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * A guest's label on screens: the initials of the first and the last word of the name, and two digits that
 * distinguish equal initials, as in "A. L. 47".
 */
export function displayLabelOf({ _id, name }: { readonly _id: string; readonly name: string }): string {
  const words = name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const chosen = words.length > MAX_INITIALS ? [words[0], words.at(-1)] : words
  const initials = chosen.map((word = '') => `${firstOf(word).toLocaleUpperCase('en')}.`)
  return [...initials, digitsOf(_id)].join(' ')
}

const firstOf = (word: string): string => graphemes.segment(word).containing(0)?.segment ?? ''

/** 10 to 99, constant per guest. */
const digitsOf = (id: string): string =>
  String(DIGITS_FROM + (hash('sha256', id, 'buffer').readUInt32BE(0) % (DIGITS_TO - DIGITS_FROM + 1)))
