/** The fields that a form changes. Only these are sent, so that changes made by others are kept. */
export function changesOf<Values extends object>(before: Partial<Values>, now: Values): Partial<Values> {
  const changed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Values]),
  )
  return Object.fromEntries(changed) as Partial<Values>
}
