import { loadOtherWords } from '../language/words.ts'

/** Loads a part of the app that its first load does without, with the styles and words that such parts may use. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([load(), import('../app/styles/other.ts'), loadOtherWords()])
  return part
}
