import { MAX_MESSAGE_CHARACTERS } from '@usher/contracts'
import { liquid } from './liquid.ts'
import type { Values } from './variables.ts'

/** A rendered template, or in plain words why it cannot be rendered. */
export type Rendered = { readonly text: string } | { readonly reason: string }

/** Renders a template; unknown values stay empty. Never throws, whatever the template. */
export function render(template: string, values: Values): Rendered {
  try {
    const text = String(liquid.parseAndRenderSync(template, values)).trim()
    if (text.length <= MAX_MESSAGE_CHARACTERS) return { text }
    return { reason: `The text would have ${text.length} characters, more than ${MAX_MESSAGE_CHARACTERS}.` }
  } catch (error) {
    const [said = ''] = String(error instanceof Error ? error.message : error).split('\n')
    return { reason: `The template cannot be filled in: ${said}.` }
  }
}
