import { ERROR_CODES, SCOPES } from '@usher/contracts'

/** Rows of tables that guides have from the contracts, by the name that stands for them in the text. */
const ROWS: Readonly<Record<string, readonly string[]>> = {
  scopes: Object.entries(SCOPES).map(([scope, words]) => `| \`${scope}\` | ${lowerFirst(words)} |`),
  codes: Object.entries(ERROR_CODES).map(
    ([code, [status, title]]) => `| ${status} | \`${code}\` | ${title} |`,
  ),
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** @throws Error when the text names rows that there are not */
export function withTables(text: string): string {
  return text.replace(/^\{\{(\w+)\}\}$/gm, (_, name: string) => {
    const rows = ROWS[name]
    if (rows === undefined) throw new Error(`there are no rows named ${name}`)
    return rows.join('\n')
  })
}
