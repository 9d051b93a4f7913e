import { z } from 'zod'

/** Names joined by commas in a query, with spaces around them if need be; each counts once. */
export function nameList<const Name extends string>(names: readonly [Name, ...Name[]]) {
  const name = `\\s*(?:${names.join('|')})\\s*`
  return z
    .string()
    .max(100)
    .transform((list) => [...new Set(list.split(',').map((one) => one.trim()))])
    .pipe(z.array(z.enum(names, { error: `must be among ${names.join(', ')}` })))
    .meta({ pattern: `^${name}(?:,${name})*$` })
}
