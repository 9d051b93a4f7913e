import type { Locale } from '../locale.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { pt } from './pt.ts'
import type { Words } from './words.ts'
import { zh } from './zh.ts'

/** The pages' texts by language: the same languages as for messages. */
export const ALL_WORDS: Readonly<Record<Locale, Words>> = { en, es, fr, de, it, pt, nl, ja, zh, ar }
