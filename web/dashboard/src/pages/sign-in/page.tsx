import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import { meQuery } from '../../api/session.ts'
import { LoadingState } from '../../ui/states.tsx'
import { type Credentials, PasswordStep } from './password-step.tsx'
import { SecondFactorStep } from './second-factor-step.tsx'

/** Signs in by password and, if set up, second factor; then goes to the requested page. */
export function Page() {
  const me = useQuery(meQuery)
  const [credentials, setCredentials] = useState<Credentials>()
  if (me.data) return <Onward to={wantedPath()} />
  if (!credentials) return <PasswordStep onSecondFactor={setCredentials} />
  return <SecondFactorStep credentials={credentials} onBack={() => setCredentials(undefined)} />
}

/** The one API path that people open themselves: it leads to Google. */
const CONNECT_CALENDAR = '/api/google-calendar/auth'

function Onward({ to }: { to: string }) {
  const isElsewhere = to.startsWith(`${CONNECT_CALENDAR}?`)
  useEffect(() => {
    if (isElsewhere) window.location.replace(to)
  }, [isElsewhere, to])
  return isElsewhere ? <LoadingState lines={2} /> : <Redirect to={to} replace />
}

/** Only paths of the dashboard: this page must not be an open redirect. */
function wantedPath(): string {
  const next = new URLSearchParams(window.location.search).get('next') ?? '/'
  const { origin, pathname, search } = new URL(next, window.location.origin)
  return origin === window.location.origin && next.startsWith('/') ? pathname + search : '/'
}
