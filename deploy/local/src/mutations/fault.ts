/** A small change of the source that breaks a promise of the product. */
export interface Fault {
  readonly name: string
  /** Path in the repository. */
  readonly file: string
  /** Source text that occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** Paths, or parts of paths, of the tests to run against it. */
  readonly tests: readonly string[]
}

/**
 * Applies a fault to the text of its file.
 *
 * @throws Error if the text to replace does not occur exactly once, as after a change of the source
 */
export function mutate({ name, file, find, replace }: Fault, source: string): string {
  const [before = '', after, ...more] = source.split(find)
  if (after === undefined || more.length > 0) {
    const count = more.length + (after === undefined ? 0 : 1)
    throw new Error(`The fault ${name} must match once in ${file}, but matches ${count} times: ${find}`)
  }
  return `${before}${replace}${after}`
}
