import { z } from 'zod'

/** Comma-separated names in a query, with optional spaces around them; duplicates count once. */
export function nameList<const Name extends string>(names: readonly [Name, ...Name[]]) {
  const name = `\\s*(?:${names.join('|')})\\s*`
  return z
    .string()
    .max(100)
    .transform((list) => [...new Set(list.split(',').map((one) => one.trim()))])
    .pipe(z.array(z.enum(names, { error: `must be one of ${names.join(', ')}` })))
    .meta({ pattern: `^${name}(?:,${name})*$` })
}
