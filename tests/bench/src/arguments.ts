import { SetupError } from './local.ts'

/** @throws SetupError when the text is not a whole number of the range */
export function wholeNumber(text: string, min: number, max: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new SetupError(`${text} is not a whole number from ${min} to ${max}`)
}

/** The names to run, in their usual order: those given, or all. @throws SetupError when one is unknown */
export function chosenNames(given: readonly string[], names: readonly string[]): readonly string[] {
  const unknown = given.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new SetupError(`${unknown} is not one of ${names.join(', ')}`)
  return given.length === 0 ? names : names.filter((name) => given.includes(name))
}
