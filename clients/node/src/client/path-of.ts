import { invalidArgument } from './invalid-argument.ts'

/**
 * An id as part of a path.
 *
 * @throws TypeError for one with which the path would lead elsewhere
 */
export function escapedId(id: unknown): string {
  const text = typeof id === 'number' ? String(id) : id
  if (typeof text !== 'string' || /^\.{0,2}$/.test(text))
    throw invalidArgument(`An id is needed, not ${JSON.stringify(id)}`)
  return encodeURIComponent(text)
}

/** Fills the ids into a template, such as `/v1/guests/{id}`. @throws TypeError as `escapedId` */
export const filledPath = (template: string, ids: Readonly<Record<string, unknown>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name) => escapedId(ids[name]))
