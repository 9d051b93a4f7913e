import { API_VERSIONS, ERROR_CODES, SCOPES } from '@usher/contracts'

/** Lines that guides have from the contracts, by the name that stands for them in the text. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  scopes: Object.entries(SCOPES).map(([scope, words]) => `| \`${scope}\` | ${lowerFirst(words)} |`),
  codes: Object.entries(ERROR_CODES).map(
    ([code, [status, title]]) => `| ${status} | \`${code}\` | ${title} |`,
  ),
  versions: API_VERSIONS.toReversed().map(
    ({ id, sunsetAt }) => `| \`${id}\` | ${inWords(id)} | ${sunsetAt ? inWords(sunsetAt) : 'not decided'} |`,
  ),
  version_changes: API_VERSIONS.toReversed().flatMap(({ id, changes }) => [
    ...[`### ${id}`, ''],
    ...(changes?.summary.map((text) => `- ${text}`) ?? ['The first version.']),
    '',
  ]),
}

/** A day, such as 1 June 2028. */
function inWords(at: string): string {
  return new Date(at).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** @throws Error when the text names lines that there are not */
export function withTables(text: string): string {
  return text.replace(/^\{\{(\w+)\}\}$/gm, (_, name: string) => {
    const lines = LINES[name]
    if (lines === undefined) throw new Error(`there are no lines named ${name}`)
    return lines.join('\n')
  })
}
