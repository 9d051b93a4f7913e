import { type IcuNode, parseIcu } from 'pofile-ts'

/** Plural forms of a text, by the plural rules of the language (CLDR). */
export type Plural = Partial<Readonly<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

/** A plural in ICU MessageFormat, as translators write it: `{n, plural, one {# person} other {# people}}`. */
export function icuOf(forms: Plural): string {
  const options = Object.entries(forms).map(([rule, form]) => `${rule} {${form.replace('{n}', '#')}}`)
  return `{n, plural, ${options.join(' ')}}`
}

/** @throws Error if the text is no plural in ICU MessageFormat */
export function pluralOf(icu: string): Plural {
  const parsed = parseIcu(icu)
  const node = parsed.success ? parsed.ast[0] : undefined
  if (node?.type !== 'plural') throw new Error(`Not a plural: ${icu}`)
  const forms = Object.entries(node.options).map(([rule, { value }]) => [rule, value.map(textOf).join('')])
  return Object.fromEntries(forms) as Plural
}

function textOf(node: IcuNode): string {
  if (node.type === 'literal') return node.value
  return node.type === 'argument' ? `{${node.value}}` : '{n}'
}
