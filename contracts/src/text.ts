import { domainToASCII, domainToUnicode } from 'node:url'
import tlds from 'tlds' with { type: 'json' }
import { z } from 'zod'

const CONTROL_EXCEPT_LINE_BREAKS = /[\p{Cc}--[\t\n\r]]/v
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u
/** Characters that change the direction of neighbouring text (Boucher and Anderson, "Trojan Source", 2021). */
export const DIRECTION_OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/u
/** Pattern of a character that a {@link line} may hold. */
export const IN_LINE = '[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]'
/** Invisible characters, for patterns. */
const UNSEEN =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb'
/** Invisible characters that come with copied phone numbers; they are dropped. */
const MARK = '\\u00ad\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufe00-\\ufe0f\\ufeff'
/** Pattern of what is trimmed from a {@link line}. */
export const BLANK = `[\\s${UNSEEN}]`
const LINE_PATTERN = `^${BLANK}*(?=[^\\s${UNSEEN}])${IN_LINE}+${BLANK}*$`
/** Trims white space only: addresses stored by earlier versions may contain invisible characters. */
const CONTACT_PATTERN = `^\\s*(?=\\S)${IN_LINE}+\\s*$`
const IN_PARAGRAPH = '[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]'
const PARAGRAPH_PATTERN = `^\\s*${IN_PARAGRAPH}*\\s*$`
const FILLED_PARAGRAPH_PATTERN = `^(?=[\\s\\S]*[^\\s${UNSEEN}])\\s*${IN_PARAGRAPH}+\\s*$`
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cf}]/u
const isBlankOrVisible = (value: string): boolean => value === '' || VISIBLE.test(value)
const CONTROLS = { error: 'must not contain control characters', params: { code: 'control_characters' } }
const isInLine = (value: string): boolean => value.isWellFormed() && !CONTROL.test(value)
const INVISIBLE = { error: 'must contain a visible character', params: { code: 'invisible' } }

/** Invisible characters, without those that may change how their neighbours look: joiners, selectors and tags. */
const INVISIBLES =
  /[[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]--[\p{Variation_Selector}\u200c\u200d\u{e0020}-\u{e007f}]]/gv
const JOINERS = /[\u200c\u200d]+/gu
/** Scripts whose letters a joiner shapes, such as Persian and Sinhala. */
const SHAPED =
  '[[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Nkoo}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}]&&[\\p{L}\\p{M}]]'
/** Where a joiner is needed: inside words of these scripts, and between the emoji of one picture. */
const BEFORE_JOINER = new RegExp(
  `(?:${SHAPED}|\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]*)$`,
  'v',
)
const AFTER_JOINER = new RegExp(`^(?:${SHAPED}|\\p{Extended_Pictographic})`, 'v')
/** Variation selectors and tags that choose no glyph: not after an emoji, an ideograph or a Mongolian letter, or in a keycap. */
const STRAY_SELECTORS =
  /(?<![\p{Extended_Pictographic}\p{Ideographic}[\p{scx=Mong}&&\p{L}]])(?!(?<=[0-9#*])\ufe0f\u20e3)\p{Variation_Selector}|(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]*)[\u{e0020}-\u{e007f}]/gv

/**
 * The canonical spelling of a line: composed (NFC), trimmed, without invisible characters, except where a script or an emoji
 * needs them.
 */
const cleanedLine = (text: string): string =>
  text
    .replace(INVISIBLES, '')
    .replace(STRAY_SELECTORS, '')
    .replace(JOINERS, (run, at: number, whole: string) =>
      BEFORE_JOINER.test(whole.slice(0, at)) && AFTER_JOINER.test(whole.slice(at + run.length))
        ? run.charAt(0)
        : '',
    )
    .normalize('NFC')
    .trim()

/**
 * One line of text typed by a person, cleaned: without control characters, line breaks of any kind (including U+2028
 * and U+2029) or unpaired surrogates.
 *
 * @param max longest accepted length in UTF-16 code units, before cleaning: the document cannot say "cleaned"
 */
export const line = (max: number) =>
  z
    .string()
    // Cleaning takes quadratic time.
    .max(max, { abort: true })
    .overwrite(cleanedLine)
    .min(1)
    .refine(isInLine, CONTROLS)
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
const hasWebAddress = (text: string): boolean => WEB_ADDRESS.test(bare(text))

const bare = (text: string): string =>
  text.normalize('NFKD').replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}]/gu, '')

const TOP_LEVEL_DOMAINS: ReadonlySet<string> = new Set(tlds)
const DOT_IN_NAME = /(?<=(?<![\p{L}\p{N}.])[A-Z][A-Za-z]*)\.(?=([A-Z][A-Za-z]+)(?![\p{L}\p{N}.。:/?#@]))/gu

/** Without the dots of names such as "St.John": programs make links only of top-level domains. */
const withoutDots = (name: string): string =>
  name.replace(DOT_IN_NAME, (dot, word: string) => (TOP_LEVEL_DOMAINS.has(word.toLowerCase()) ? dot : ' '))

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

/** Whether a name contains a phone number or a sum of money, as in phishing messages. */
export const hasCallOrSum = (name: string): boolean =>
  CALL_OR_SUM.test(name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, ''))

/** The name of an unverified person: a {@link line} without web addresses, as it is sent in messages. */
export const strangerName = (max: number) =>
  line(max).refine((name) => !WEB_ADDRESS.test(withoutDots(bare(name))), {
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
    .refine((value) => value.isWellFormed() && !CONTROL_EXCEPT_LINE_BREAKS.test(value), CONTROLS)
    .meta({ pattern: PARAGRAPH_PATTERN })

/** A {@link paragraph} that is not blank. */
export const filledParagraph = (max: number) =>
  paragraph(max).min(1).refine(isBlankOrVisible, INVISIBLE).meta({ pattern: FILLED_PARAGRAPH_PATTERN })

/** Without % and !, with which old mail servers relay to another address, and what needs quotes (RFC 5322 §3.2.3). */
const IN_MAILBOX = `[^\\s\\u0000-\\u001f\\u007f-\\u009f${UNSEEN}@<>()\\[\\]\\\\:,;"%!.]`
/** Dots stand between other characters (RFC 5322 §3.2.3). */
const MAILBOX = `(?=[^@]{1,64}@)${IN_MAILBOX}+(?:\\.${IN_MAILBOX}+)*`
const IN_LABEL = `[^\\s\\u0000-\\u002c\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u009f${UNSEEN}.]`
/** The last label of a domain begins with a letter: otherwise it is a network address. */
const MAIL_PATTERN = `^${BLANK}*${MAILBOX}@(?:${IN_LABEL}{1,63}\\.)+(?![0-9-])${IN_LABEL}{2,63}${BLANK}*$`
const MAIL_ADDRESS = new RegExp(MAIL_PATTERN, 'u')
/** What the pattern lets through: astral characters that are invisible, private or unassigned. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Z}\p{Default_Ignorable_Code_Point}]/u

const BLANK_ENDS = new RegExp(`^${BLANK}+|${BLANK}+$`, 'gu')
const FULL_WIDTH = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/gu

/**
 * The canonical spelling of an e-mail address: composed (NFC), in lower case, without full-width letters or anything
 * invisible around it, its domain in Unicode. An invalid address stays invalid.
 */
export function cleanedEmail(text: string): string {
  const address = text.replace(BLANK_ENDS, '').replace(FULL_WIDTH, (one) => one.normalize('NFKC'))
  const at = address.lastIndexOf('@') + 1
  // Resolving the domain would drop hidden characters.
  const domain = HIDDEN.test(address) ? '' : domainToUnicode(domainToASCII(address.slice(at)))
  return `${address.slice(0, at)}${domain || address.slice(at)}`.toLowerCase().normalize('NFC')
}

/** The spellings that an e-mail address may be stored in, canonical first: earlier versions kept domains in ASCII. */
export function emailSpellings(address: string): string[] {
  const cleaned = cleanedEmail(address)
  const at = cleaned.lastIndexOf('@') + 1
  const ascii = domainToASCII(cleaned.slice(at))
  return ascii ? [...new Set([cleaned, cleaned.slice(0, at) + ascii])] : [cleaned]
}

/** An e-mail address at a domain of at least two labels, with nothing invisible in it, in canonical spelling. */
export const emailAddress = z
  .string()
  // Cleaning takes quadratic time.
  .max(254, { abort: true })
  .overwrite(cleanedEmail)
  .refine((text) => MAIL_ADDRESS.test(text) && !HIDDEN.test(text), {
    error: 'must be an e-mail address',
    params: { code: 'invalid_email' },
  })
  .meta({ pattern: MAIL_PATTERN, description: 'E-mail address' })

const DIGIT = '[0-9\\uff10-\\uff19\\u0660-\\u0669\\u06f0-\\u06f9]'

/** Characters allowed between the digits of a phone number; an extension may follow them. */
const BETWEEN_DIGITS = `[-\\u2010-\\u2015\\u2212\\u30fc\\uff0d\\uff0f/\\uff0e. \\u00a0${MARK}\\u3000()\\uff08\\uff09\\uff3b\\uff3d\\[\\]~\\u2053\\u223c\\uff5e]`
const EXTENSION = '[\\t,;#\\uff03A-Za-z\\uff45\\uff49\\uff58\\u0434\\u0414].*'
const NUMBER_PATTERN = `^[\\s${MARK}]*(?:[Tt][Ee][Ll]:)?[${MARK}]*[+\\uff0b]?(?:${BETWEEN_DIGITS}*${DIGIT}){3,30}${BETWEEN_DIGITS}*(?:${EXTENSION})?\\s*$`
/** RFC 3966 §5.1.5; the number may come before or after it. */
const IN_CONTEXT = '^[\\s\\S]*;phone-context='
const PHONE_PATTERN = `${NUMBER_PATTERN}|${IN_CONTEXT}`

/** A phone number in a request, in any usual notation; whether it is valid depends on national numbering plans. */
export const phoneText = z.string().max(40).trim().min(1).meta({
  id: 'PhoneText',
  description: 'In any usual spelling; numbering plans decide whether there is such a number',
  pattern: PHONE_PATTERN,
})

/** A phone number, an e-mail address or a link; cleaned later, by its kind. */
export const contactText = (max: number) =>
  z
    .string()
    .max(max, { abort: true })
    .trim()
    .min(1)
    .refine(isInLine, CONTROLS)
    .meta({ pattern: CONTACT_PATTERN })

/** A recipient's address in a request: a {@link phoneText} or an {@link emailAddress}. */
export const addressText = contactText(254).meta({
  id: 'AddressText',
  description: 'Phone number in any usual spelling, or e-mail address',
  pattern: `^(?=${CONTACT_PATTERN})(?:${PHONE_PATTERN}|${MAIL_PATTERN})`,
})

/** An e-mail address in a query: one that is no longer valid may be stored. */
export const emailSought = contactText(254).overwrite(cleanedEmail)

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

/** Query of exports as CSV. */
export const csvBom = z
  .enum(['true', 'false'])
  .default('false')
  .meta({ description: 'true: CSV begins with a byte order mark (EF BB BF), by which Excel knows UTF-8' })

/** A time in answers and events: ISO 8601, UTC, ending in `Z`. */
export const timestamp = z.iso.datetime().meta({ description: 'ISO 8601 time in UTC' })

/** Anything but a time stays as it is: it was already refused. */
const inUtc = (time: string): string => {
  const at = new Date(time)
  return Number.isNaN(at.getTime()) ? time : at.toISOString()
}

/** An offset can move the first and last days into years that RFC 3339 cannot write. */
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
