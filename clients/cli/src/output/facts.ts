import { plain } from './plain.ts'

/** One resource as a column of names and one of values. */
export const facts = (
  values: Readonly<Record<string, string | number | boolean | null | undefined>>,
): string => {
  const width = Math.max(...Object.keys(values).map((name) => name.length))
  return Object.entries(values)
    .map(([name, value]) => `${name.padEnd(width)}  ${plain(String(value ?? '-'))}\n`)
    .join('')
}
