/** Loads a part of the app that its first load does without, and the styles of the components such parts may use. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  const [, part] = await Promise.all([import('../app/styles/other.ts'), load()])
  return part
}
