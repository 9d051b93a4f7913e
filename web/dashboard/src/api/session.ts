import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { UsherError } from '@usher/sdk/client'
import { useCallback } from 'react'
import { api, type Schemas, setCsrfToken, setSessionEndListener } from './client.ts'
import { setHomeZone } from './home-zone.ts'

type Me = Schemas['Me']
type Scope = Me['scopes'][number]

/** The gateway says so on a page that it served without a session's cookie: asking for the member would be a 401. */
let isVisitor = document.querySelector<HTMLMetaElement>('meta[name=usher-session]')?.content === 'none'

/** The signed-in member, or null. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async (): Promise<Me | null> => {
    if (isVisitor) return null
    try {
      const { data } = await api.get('/account/me')
      setCsrfToken(data.csrf_token)
      setHomeZone(data.organization.timezone)
      return data
    } catch (error) {
      if (error instanceof UsherError && error.status === 401) return null
      throw error
    }
  },
})

/** Leads to the sign-in page when the session ends, for whatever reason. */
export function followSession(queryClient: QueryClient): void {
  setSessionEndListener(() => {
    setCsrfToken(undefined)
    queryClient.setQueryData(meQuery.queryKey, null)
  })
}

/** The signed-in member. Only for pages that require signing in. */
export function useMe(): Me {
  const { data } = useQuery(meQuery)
  if (!data) throw new Error('Nobody is signed in')
  return data
}

/** Whether the member's role has a scope. */
export const useCan = (scope: Scope): boolean => useMe().scopes.includes(scope)

/** Reloads the member after signing in or changing the account. */
export function useRefreshMe(): () => Promise<void> {
  const queryClient = useQueryClient()
  return useCallback(async () => {
    isVisitor = false
    await queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
  }, [queryClient])
}

/** Ends the session and clears the cache. */
export function useSignOut(): () => Promise<void> {
  const forgetSession = useForgetSession()
  return useCallback(async () => {
    await api.post('/account/sign-out')
    forgetSession()
  }, [forgetSession])
}

/** Clears a session that the server has ended, which leads to the sign-in page. */
export function useForgetSession(): () => void {
  const queryClient = useQueryClient()
  return useCallback(() => {
    setCsrfToken(undefined)
    sessionStorage.clear()
    queryClient.setQueryData(meQuery.queryKey, null)
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] })
  }, [queryClient])
}
