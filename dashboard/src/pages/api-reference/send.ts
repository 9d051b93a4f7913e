import type { Call } from './request.ts'

/** More of a body than this is not shown. */
const MAX_CHARACTERS = 200_000

/** Who a call is sent as: who is signed in, a pasted key or token, or nobody. */
export type Sender =
  | { readonly kind: 'session'; readonly csrfToken: string }
  | { readonly kind: 'bearer'; readonly secret: string }
  | { readonly kind: 'nobody' }

export interface Answer {
  /** 0: a redirect, of which browsers tell no more. */
  readonly status: number
  readonly headers: string
  readonly body: string
  /** From sending to the first byte of the answer. */
  readonly durationMs: number
  readonly isComplete: boolean
}

/**
 * Sends a call and tells of its answer as it comes, so that streams are seen, too.
 *
 * @throws TypeError where nothing comes back; what the signal says when it is stopped before
 */
export async function send(
  call: Call,
  sender: Sender,
  { signal, onAnswer }: { readonly signal: AbortSignal; readonly onAnswer: (answer: Answer) => void },
): Promise<void> {
  const startedAt = performance.now()
  const response = await fetch(call.target, {
    method: call.method,
    headers: { ...call.headers, ...proofOf(call, sender) },
    ...(call.body !== undefined && { body: call.body }),
    // A key must not travel with the session of who tries it.
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
