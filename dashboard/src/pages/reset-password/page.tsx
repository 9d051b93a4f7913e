import { AskStep } from './ask-step.tsx'
import { SetStep } from './set-step.tsx'

/** Asks for a mail with a link to this page, and with that link sets a new password. */
export function Page() {
  const token = new URLSearchParams(window.location.search).get('token')
  return token === null ? <AskStep /> : <SetStep token={token} />
}
