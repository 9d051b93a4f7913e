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
 * Default texts. The European ones avoid letters missing from GSM-7, which would halve the length of segments. The
 * Arabic ones start with an Arabic word, as phones take a text's direction from its first letter.
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
