import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import { meQuery } from '../../api/session.ts'
import { LoadingState } from '../../ui/states.tsx'
import { type Credentials, PasswordStep } from './password-step.tsx'
import { SecondFactorStep } from './second-factor-step.tsx'

/** Signs in by password, and a second factor where the account has one; then goes where the person wanted to. */
export function Page() {
  const me = useQuery(meQuery)
  const [credentials, setCredentials] = useState<Credentials>()
  if (me.data) return <Onward to={wantedPath()} />
  if (!credentials) return <PasswordStep onSecondFactor={setCredentials} />
  return <SecondFactorStep credentials={credentials} onBack={() => setCredentials(undefined)} />
}

/** What of the API is for people: it leads to Google's page. */
const CONNECT_CALENDAR = '/api/google-calendar/auth'

function Onward({ to }: { to: string }) {
  const isElsewhere = to.startsWith(`${CONNECT_CALENDAR}?`)
  useEffect(() => {
    if (isElsewhere) window.location.replace(to)
  }, [isElsewhere, to])
  return isElsewhere ? <LoadingState lines={2} /> : <Redirect to={to} replace />
}

/** Only paths of the dashboard itself: another site must not be reached through this page. */
function wantedPath(): string {
  const next = new URLSearchParams(window.location.search).get('next') ?? '/'
  const { origin, pathname, search } = new URL(next, window.location.origin)
  return origin === window.location.origin && next.startsWith('/') ? pathname + search : '/'
}
