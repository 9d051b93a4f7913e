/** What a number input holds: an empty text where nothing is entered. */
export type Entered = number | string

/** A number as the API takes it; null where nothing is entered. */
export const numberOrNull = (entered: Entered): number | null =>
  entered === '' || Number.isNaN(Number(entered)) ? null : Number(entered)

/** A number where one is needed: what is left empty stays out, so that the API says so. */
export const numberNeeded = (entered: Entered): number => numberOrNull(entered) as number

/** A text that may be left empty. */
export const textOrNull = (entered: string): string | null => entered.trim() || null
