/** Characters that make terminals move, recolour or worse: texts of guests must not (C0, DEL, C1, and direction marks). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g

/** A text that is safe to show in one line of a terminal. */
export const plain = (text: string): string => text.replaceAll(CONTROLS, ' ')
