import type { OutgoingMessage } from '../provider.ts'

/** Push services take 4,096 bytes; so many characters fit whatever the script. */
const MAX_TITLE_CHARACTERS = 150
const MAX_BODY_CHARACTERS = 900

/** What the service worker of the guest pages (`push-worker.js`) shows. */
export interface PushPayload {
  readonly title: string
  readonly body: string
  /** Path of the page that it opens; null: none. */
  readonly url: string | null
  /** A browser shows one notification of a tag: a repeat replaces the first. */
  readonly tag: string
}

export const payloadOf = (
  { id, subject, text }: Pick<OutgoingMessage, 'id' | 'subject' | 'text'>,
  pageUrl: string | null,
): PushPayload => ({
  title: cut(subject, MAX_TITLE_CHARACTERS),
  body: cut(text, MAX_BODY_CHARACTERS),
  url: pageUrl && new URL(pageUrl).pathname,
  tag: id,
})

function cut(text: string, max: number): string {
  if (text.length <= max) return text
  // Half a surrogate pair at the end goes.
  return `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`
}
