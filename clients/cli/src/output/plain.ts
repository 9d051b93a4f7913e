/** Characters that make terminals move, recolour or worse: texts of guests must not (C0, DEL, C1, line separators, and direction marks). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
export const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g

/** A text that is safe to show in one line of a terminal. */
export const plain = (text: string): string => text.replaceAll(CONTROLS, ' ')
