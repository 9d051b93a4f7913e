import type { Terminal } from '../terminal/terminal.ts'
import { CONTROLS, plain } from './plain.ts'

const escaped = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
    .map((code) => `\\u${code.toString(16).padStart(4, '0')}`)
    .join('')

/** A value as JSON without control characters: JSON does not escape C1 and direction marks. */
export const jsonText = (value: unknown, indentation?: number): string =>
  JSON.stringify(value, null, indentation).replaceAll(CONTROLS, (found) =>
    // The line breaks of the indentation; those in texts are escaped already.
    /^\n+$/.test(found) ? found : escaped(found),
  )

/** A terminal that gets plain lines of text only, whatever a server sent. */
export const withoutControls = (terminal: Terminal): Terminal => ({
  ...terminal,
  out: (text) => terminal.out(lines(text)),
  err: (text) => terminal.err(lines(text)),
})

const lines = (text: string): string => text.split('\n').map(plain).join('\n')
