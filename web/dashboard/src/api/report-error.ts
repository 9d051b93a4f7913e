import { api, isSignedIn, type Schemas } from './client.ts'
import { isApiError } from './problem.ts'

/** Per load of the app: an error that repeats tells nothing new. */
const MAX_REPORTS = 5
const MAX_MESSAGE = 300
const MAX_FRAMES = 30
const MAX_FRAME = 200

/** What may be personal: all from the first quoted text on but for names of properties, addresses, ids and numbers. */
const PERSONAL = [
  /(?<!\((?:reading|setting) |\p{L})["'`“‘].*/gu,
  /\S+@\S+|\w+:\/\/\S+/g,
  /\b[a-z]+_[0-9a-z]{10,}\b/g,
  /\+?\d[\d\s().-]{3,}/g,
]

const reported = new Set<string>()

/** Tells the operators of the server of an error, without anything personal. Answers of the API are no errors of ours. */
export function reportError(error: unknown): void {
  if (isApiError(error) || !isSignedIn()) return
  const body = pageErrorOf(error, window.location.pathname)
  const key = JSON.stringify(body)
  if (reported.has(key) || reported.size >= MAX_REPORTS) return
  reported.add(key)
  api.post('/account/page-errors', { body }).catch(() => {})
}

/** Reports errors that nothing in the app caught. */
export function reportUncaught(): void {
  window.addEventListener('error', ({ error }) => reportError(error))
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason))
}

/** An error as it is reported. */
export function pageErrorOf(error: unknown, pathname: string): Schemas['PageError'] {
  const { name, message, stack } =
    error instanceof Error ? error : new Error('Not an error', { cause: error })
  const [line = ''] = `${name}: ${message}`.split('\n')
  const places = (stack ?? '').matchAll(/https?:\/\/[^/\s)]+(\/[\w./-]+:\d+:\d+)/g)
  return {
    message: PERSONAL.reduce((text, pattern) => text.replaceAll(pattern, '…'), line).slice(0, MAX_MESSAGE),
    stack: [...places]
      .flatMap(([, place = '']) => (place.length <= MAX_FRAME ? place : []))
      .slice(0, MAX_FRAMES),
    path: pathname.replaceAll(/[^/]+/g, (part) => (/^[a-z-]+$/.test(part) ? part : ':id')),
    version: import.meta.env.VITE_APP_VERSION ?? 'unknown',
  }
}
