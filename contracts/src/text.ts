import { z } from 'zod'

const CONTROL_EXCEPT_LINE_BREAKS = /[\p{Cc}--[\t\n\r]]/v
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u
/** They also change the direction of neighbouring text (Boucher and Anderson, "Trojan Source", 2021). */
export const DIRECTION_OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/u
/** Pattern of a character that a {@link line} may hold. */
export const IN_LINE = '[^\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069]'
/** The rules of a line as documented: all but that something must be visible. */
const LINE_PATTERN = `^\\s*(?=\\S)${IN_LINE}+\\s*$`
const IN_PARAGRAPH = '[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]'
const PARAGRAPH_PATTERN = `^\\s*${IN_PARAGRAPH}*\\s*$`
const FILLED_PARAGRAPH_PATTERN = `^\\s*(?=\\S)${IN_PARAGRAPH}+\\s*$`
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cf}]/u
const isBlankOrVisible = (value: string): boolean => value === '' || VISIBLE.test(value)
const INVISIBLE = { error: 'must contain a visible character', params: { code: 'invisible' } }

/**
 * One line of text typed by a person: trimmed, with something visible, without control characters, line breaks of any
 * kind (including U+2028 and U+2029), direction overrides or unpaired surrogates.
 *
 * @param max longest accepted length in UTF-16 code units, before trimming: the document cannot say "trimmed"
 */
export const line = (max: number) =>
  z
    .string()
    .max(max)
    .trim()
    .min(1)
    .refine((value) => value.isWellFormed() && !CONTROL.test(value) && !DIRECTION_OVERRIDES.test(value), {
      error: 'must not contain control characters',
      params: { code: 'control_characters' },
    })
    .refine(isBlankOrVisible, INVISIBLE)
    .meta({ pattern: LINE_PATTERN })

/** A {@link line} that can be part of a comma-separated list. */
export const lineWithoutComma = (max: number) =>
  line(max)
    .refine((text) => !text.includes(','), { error: 'must not contain a comma' })
    .meta({ pattern: `^(?=${LINE_PATTERN})[^,]*$` })

/**
 * What message programs turn into a link: a scheme, words joined by a dot (except initials, as in "J.Smith"), or an
 * IPv4 address.
 */
const WEB_ADDRESS =
  /:\/\/|\p{S}[.。]\p{L}{2}|[\p{L}\p{N}\-]{2}[.。]\p{L}{2}|[[\p{L}\p{N}]--\p{Lu}][.。]\p{L}{2}|[\p{L}\p{N}][.。]\p{Ll}{2}|[\p{L}\p{N}][.。]\p{L}{2,3}(?!\p{L})|[.。]\p{L}{2,}[:\/?#]|\d(?:[.。]\d{1,3}){3}/v

/**
 * Whether a text contains something that a reader could follow as a link. Strips what could hide one: full-width
 * forms, invisible characters, and combining marks, which names in Hindi or Thai need.
 */
const hasWebAddress = (text: string): boolean =>
  WEB_ADDRESS.test(text.normalize('NFKD').replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}]/gu, ''))

const IDEOGRAPHIC = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}'
/** A full stop after or before a Chinese or Japanese character ends a sentence. */
const IDEOGRAPHIC_STOP = new RegExp(`(?<=[${IDEOGRAPHIC}])。|。(?=[${IDEOGRAPHIC}])`, 'gu')

/**
 * Whether the text of a message has a link that leads elsewhere than to this installation.
 *
 * @param publicUrl of the installation
 */
export function hasForeignLink(text: string, publicUrl: string): boolean {
  const origin = new URL(publicUrl).origin.replace(/[.[\]]/g, '\\$&')
  const others = text.replace(new RegExp(`${origin}(?:/[\\w\\-.~/?=&%#+]*|(?=\\s|$))`, 'gu'), ' ')
  return hasWebAddress(others.replace(IDEOGRAPHIC_STOP, ' '))
}

/** Seven digits or more, whatever stands between them, and sums of money. */
const CALL_OR_SUM =
  /(?:\p{Nd}[\p{Z}\p{P}+]*){7}|\p{Sc}\s*\p{Nd}|\p{Nd}\s*(?:\p{Sc}|(?:usd|eur|gbp|chf|cad|aud)\b)/iu

/** Whether a name asks its reader to call a number, or frightens them with a sum, as no name has to. */
export const hasCallOrSum = (name: string): boolean =>
  CALL_OR_SUM.test(name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, ''))

/** The name of an unverified person: a {@link line} without web addresses, as it is sent in messages. */
export const strangerName = (max: number) =>
  line(max).refine((name) => !hasWebAddress(name), {
    error: 'must not contain a web address; put a space after each dot',
    params: { code: 'web_address' },
  })

/** Query parameter of lists of people. */
export const personSought = line(100).exactOptional().meta({
  description:
    'Words that are all in the name, or the beginning of the e-mail address, whatever their case and accents; or the beginning or end of the phone',
})

/** Several lines of text typed by a person; line breaks and tabs are kept. */
export const paragraph = (max: number) =>
  z
    .string()
    .max(max)
    .trim()
    .refine((value) => value.isWellFormed() && !CONTROL_EXCEPT_LINE_BREAKS.test(value), {
      error: 'must not contain control characters',
      params: { code: 'control_characters' },
    })
    .meta({ pattern: PARAGRAPH_PATTERN })

/** A {@link paragraph} that is not blank. */
export const filledParagraph = (max: number) =>
  paragraph(max).min(1).refine(isBlankOrVisible, INVISIBLE).meta({ pattern: FILLED_PARAGRAPH_PATTERN })

const UNSEEN =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb'
/** Without % and !, by which old mail servers relay to another address. */
const IN_MAILBOX = `[^\\s\\u0000-\\u001f\\u007f-\\u009f${UNSEEN}@<>,;"%!.]`
/** Dots stand between other characters (RFC 5322 §3.2.3). */
const MAILBOX = `(?=[^@]{1,64}@)${IN_MAILBOX}+(?:\\.${IN_MAILBOX}+)*`
const IN_LABEL = `[^\\s\\u0000-\\u002c\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u009f${UNSEEN}.]`
/** The last label of a domain begins with a letter: otherwise it is a network address. */
const MAIL_PATTERN = `^\\s*${MAILBOX}@(?:${IN_LABEL}{1,63}\\.)+(?![0-9-])${IN_LABEL}{2,63}\\.?\\s*$`
const MAIL_ADDRESS = new RegExp(MAIL_PATTERN, 'u')
/** Beyond those of the pattern: astral characters that are invisible or belong to nobody. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Z}\p{Default_Ignorable_Code_Point}]/u

/** The domain in compatible forms and lower case, without the dot of the root; the rest composed. */
const cleanedAddress = (address: string): string => {
  const at = address.lastIndexOf('@')
  const domain = address
    .slice(at + 1)
    .normalize('NFKC')
    .replaceAll('。', '.')
    .toLowerCase()
    .replace(/\.$/, '')
  return `${address.slice(0, at + 1).normalize('NFC')}${domain}`
}

/**
 * An e-mail address at a domain of at least two labels, with nothing invisible in it. The part before the @ keeps its
 * case (RFC 5321 §2.4).
 */
export const emailAddress = z
  .string()
  .max(254)
  .trim()
  .overwrite(cleanedAddress)
  .refine((text) => MAIL_ADDRESS.test(text) && !HIDDEN.test(text), {
    error: 'must be an e-mail address',
    params: { code: 'invalid_email' },
  })
  .meta({ pattern: MAIL_PATTERN, description: 'E-mail address' })

const DIGIT = '[0-9\\uff10-\\uff19\\u0660-\\u0669\\u06f0-\\u06f9]'

/** Characters allowed between the digits of a phone number; an extension may follow them. */
const BETWEEN_DIGITS =
  '[-\\u2010-\\u2015\\u2212\\u30fc\\uff0d\\uff0f/\\uff0e. \\u00a0\\u00ad\\u200b\\u2060\\u3000()\\uff08\\uff09\\uff3b\\uff3d\\[\\]~\\u2053\\u223c\\uff5e]'
const EXTENSION = '[\\t,;#\\uff03A-Za-z\\uff45\\uff49\\uff58\\u0434\\u0414].*'
const NUMBER_PATTERN = `^\\s*(?:tel:)?[+\\uff0b]?(?:${BETWEEN_DIGITS}*${DIGIT}){3,30}${BETWEEN_DIGITS}*(?:${EXTENSION})?\\s*$`
/** RFC 3966 §5.1.5; the number may come before or after it. */
const IN_CONTEXT = '^[\\s\\S]*;phone-context='
const PHONE_PATTERN = `${NUMBER_PATTERN}|${IN_CONTEXT}`

/** A phone number in a request, in any usual notation; whether it is valid depends on national numbering plans. */
export const phoneText = z.string().max(40).trim().min(1).meta({
  id: 'PhoneText',
  description: 'In any usual spelling; numbering plans decide whether there is such a number',
  pattern: PHONE_PATTERN,
})

/** A recipient's address in a request: a {@link phoneText} or an {@link emailAddress}. */
export const addressText = line(254).meta({
  id: 'AddressText',
  description: 'Phone number in any usual spelling, or e-mail address',
  pattern: `^(?=${LINE_PATTERN})(?:${PHONE_PATTERN}|${MAIL_PATTERN})`,
})

/** A message address in a query: a phone number, or text that was an e-mail address. */
export const addressSought = z
  .string()
  .min(1)
  .max(254)
  .meta({
    description: 'Phone number in any usual spelling, or e-mail address',
    pattern: `${PHONE_PATTERN}|@`,
  })

/** Longest text of a message: ten segments of an SMS. */
export const MAX_MESSAGE_CHARACTERS = 1_530

/** A time in answers and events: ISO 8601, UTC, ending in `Z`. */
export const timestamp = z.iso.datetime().meta({ description: 'ISO 8601 time in UTC' })

/** Anything but a time stays as it is: it was already refused. */
const inUtc = (time: string): string => {
  const at = new Date(time)
  return Number.isNaN(at.getTime()) ? time : at.toISOString()
}

/** With an offset the first and last days can fall into years that RFC 3339 cannot write. */
const isWithinCalendar = (time: string): boolean => /^(?!0000)\d{4}-/.test(time)

const AS_TIME = 'must be a time such as 2026-12-24T18:30:00Z or …+01:00 (in a query, write + as %2B)'

/** A time in a request: with any offset from UTC (RFC 3339 §5.6), stored in UTC to the millisecond. */
export const instant = z.iso
  .datetime({ offset: true, error: AS_TIME })
  .overwrite(inUtc)
  .refine(isWithinCalendar, {
    error: 'must be in the years 0001 to 9999 (UTC)',
    params: { code: 'outside_calendar' },
  })
  .meta({ description: 'RFC 3339 time at any offset; answers have it in UTC' })
