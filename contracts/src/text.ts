import { z } from 'zod'

const CONTROL_EXCEPT_LINE_BREAKS = /[\p{Cc}--[\t\n\r]]/v
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u

/**
 * One line of text a person typed: trimmed, without control characters, line breaks of any kind (U+2028 and
 * U+2029 are others) or broken surrogates.
 *
 * @param max longest accepted length in UTF-16 code units
 */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((value) => value.isWellFormed() && !CONTROL.test(value), {
      error: 'must not contain control characters',
      params: { code: 'control_characters' },
    })

/** Several lines of text a person typed; line breaks and tabs are kept. */
export const paragraph = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((value) => value.isWellFormed() && !CONTROL_EXCEPT_LINE_BREAKS.test(value), {
      error: 'must not contain control characters',
      params: { code: 'control_characters' },
    })

/** Longest text of a message: ten segments of an SMS. */
export const MOST_MESSAGE_CHARACTERS = 1_530

/** A moment as every answer and event writes it: ISO 8601, UTC, ending in `Z`. */
export const timestamp = z.iso.datetime().meta({ description: 'ISO 8601 time in UTC' })
