import { MODE_HEADERS } from '../../api/mode.ts'
import type { Call } from './request.ts'

/** Longer bodies are cut here. */
const MAX_CHARACTERS = 200_000

/** Who a call is sent as: the signed-in member, a pasted key or token, or nobody. */
export type Sender =
  | { readonly kind: 'session'; readonly csrfToken: string }
  | { readonly kind: 'bearer'; readonly secret: string }
  | { readonly kind: 'nobody' }

export interface Answer {
  /** 0 for a redirect: browsers hide its status and target. */
  readonly status: number
  readonly headers: string
  readonly body: string
  /** From sending to the first byte of the response. */
  readonly durationMs: number
  readonly isComplete: boolean
}

/**
 * Sends a call and reports the response as it arrives, so that streams show too.
 *
 * @throws TypeError without a response; the reason of the signal when it is aborted
 */
export async function send(
  call: Call,
  sender: Sender,
  { signal, onAnswer }: { readonly signal: AbortSignal; readonly onAnswer: (answer: Answer) => void },
): Promise<void> {
  const startedAt = performance.now()
  const response = await fetch(call.target, {
    method: call.method,
    headers: { ...call.headers, ...(sender.kind === 'session' && MODE_HEADERS), ...proofOf(call, sender) },
    ...(call.body !== undefined && { body: call.body }),
    // A pasted key must not be sent together with the member's session.
    credentials: sender.kind === 'session' ? 'same-origin' : 'omit',
    redirect: 'manual',
    cache: 'no-store',
    signal,
  })
  const facts = {
    status: response.status,
    headers: [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
    durationMs: performance.now() - startedAt,
  }
  let body = ''
  onAnswer({ ...facts, body, isComplete: false })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      body = (body + part.value).slice(0, MAX_CHARACTERS)
      onAnswer({ ...facts, body, isComplete: false })
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  onAnswer({ ...facts, body, isComplete: true })
}

function proofOf({ method }: Call, sender: Sender): Record<string, string> {
  if (sender.kind === 'bearer') return { authorization: `Bearer ${sender.secret}` }
  if (sender.kind === 'nobody' || method === 'GET') return {}
  return { 'x-csrf-token': sender.csrfToken }
}
