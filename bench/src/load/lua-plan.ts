import type { LoadPlan } from './load.ts'

/** A plan as the Lua table that wrk.lua reads. */
export function luaPlan({ method, headers, requests, answersFile }: LoadPlan): string {
  const rows = requests.map(({ path, body, headers: own }) =>
    [text(path), body === undefined ? 'nil' : text(body), table({ ...headers, ...own })].join(', '),
  )
  return [
    'return {',
    `  method = ${text(method)},`,
    `  answers_file = ${answersFile === undefined ? 'nil' : text(answersFile)},`,
    `  requests = {\n    { ${rows.join(' },\n    { ')} }\n  },`,
    '}',
  ].join('\n')
}

const table = (headers: Readonly<Record<string, string>>) =>
  `{ ${Object.entries(headers)
    .map(([name, value]) => `[${text(name)}] = ${text(value)}`)
    .join(', ')} }`

/** A Lua string of any bytes (Lua 5.1 reference manual §2.1: `\ddd` is a byte in decimal). */
const text = (value: string): string =>
  `"${[...Buffer.from(value)].map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : escaped(byte))).join('')}"`

const isPlain = (byte: number) => byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c

const escaped = (byte: number) => `\\${String(byte).padStart(3, '0')}`
