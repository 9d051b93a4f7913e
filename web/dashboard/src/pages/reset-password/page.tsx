import { AskStep } from './ask-step.tsx'
import { SetStep } from './set-step.tsx'

/** Requests an e-mail with a link to this page; with that link, sets a new password. */
export function Page() {
  const token = new URLSearchParams(window.location.search).get('token')
  return token === null ? <AskStep /> : <SetStep token={token} />
}
