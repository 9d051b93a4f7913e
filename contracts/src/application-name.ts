import { strangerName } from './text.ts'

/** Scripts that one name may mix: Japanese and Korean mix theirs, and Chinese takes Latin beside it. */
const SYSTEMS = [
  /^\p{Script=Latin}*$/u,
  /^\p{Script=Greek}*$/u,
  /^\p{Script=Cyrillic}*$/u,
  /^\p{Script=Arabic}*$/u,
  /^\p{Script=Hebrew}*$/u,
  /^\p{Script=Devanagari}*$/u,
  /^\p{Script=Thai}*$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]*$/u,
]

/** Names that would make people trust an application of somebody else. */
const RESERVED = ['usher', 'google', 'gmail']

/** Letters that similar characters stand for. */
const ALIKE: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', '3': 'e', '5': 's', '9': 'g', ı: 'i' }

const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[01359ı]/gu, (character) => ALIKE[character] ?? character)
    .replace(/\P{L}/gu, '')

function isOneScript(name: string): boolean {
  const letters = name.normalize('NFKD').replace(/\P{L}|[\p{Script=Common}\p{Script=Inherited}]/gu, '')
  return SYSTEMS.some((system) => system.test(letters))
}

function isReserved(name: string): boolean {
  const read = folded(name)
  return RESERVED.some((reserved) => read.includes(reserved) || read.replaceAll('i', 'l').includes(reserved))
}

/** Name of an application that asks members of any organisation for their consent: it must not pass for another. */
export const applicationName = strangerName(100)
  .refine(isOneScript, { error: 'must be in one script', params: { code: 'mixed_scripts' } })
  .refine((name) => !isReserved(name), {
    error: 'must not contain the name of Usher or Google',
    params: { code: 'reserved_name' },
  })
