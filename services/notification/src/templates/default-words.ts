import type { Template } from '@usher/contracts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'
import { it } from './words/it.ts'
import { ja } from './words/ja.ts'
import { nl } from './words/nl.ts'
import type { Kinds } from './words/parts.ts'
import { pt } from './words/pt.ts'
import { zh } from './words/zh.ts'

/**
 * What is said where an organisation has no words of its own. The European ones do without letters that GSM-7
 * lacks, which would make segments half as long. The Arabic ones begin with an Arabic word, since phones take the
 * direction of a text from its first letter.
 */
export const DEFAULT_WORDS: Readonly<Record<Template['locale'], Kinds>> = {
  en,
  es,
  fr,
  de,
  it,
  pt,
  nl,
  ja,
  zh,
  ar,
}
