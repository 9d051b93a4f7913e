import { en } from './en.ts'

/** The English texts by key, such as `ready.subject`, as they stand in the catalogues. */
export const MESSAGES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(en).flatMap(([kind, { name, subject, text }]) => [
    [`${kind}.name`, name],
    [`${kind}.subject`, subject],
    [`${kind}.text`, text],
  ]),
)
