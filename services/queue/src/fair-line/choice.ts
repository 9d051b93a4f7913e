import type { Clause, Entry } from './fair-line.ts'

/** What a mode decides; undefined: nobody is there. */
export type Choice =
  | { readonly start: Entry; readonly clause: Clause }
  | { readonly keptFor: Entry }
  | undefined
