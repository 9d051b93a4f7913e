import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api, hearSessionEnd, type Schemas, setCsrfToken } from './client.ts'
import { ApiError } from './problem.ts'

type Me = Schemas['Me']
type Scope = Me['scopes'][number]

/** Who is signed in; null: nobody. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async (): Promise<Me | null> => {
    try {
      const { data } = await api.get('/account/me')
      setCsrfToken(data.csrf_token)
      return data
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
})

/** Has the end of the session, however it comes, lead to the page for signing in. */
export function followSession(queryClient: QueryClient): void {
  hearSessionEnd(() => {
    setCsrfToken(undefined)
    queryClient.setQueryData(meQuery.queryKey, null)
  })
}

/** Who is signed in. Only for pages of members, which are shown to nobody else. */
export function useMe(): Me {
  const { data } = useQuery(meQuery)
  if (!data) throw new Error('Nobody is signed in')
  return data
}

/** Whether the role of who is signed in allows something, by its scope. */
export const useCan = (scope: Scope): boolean => useMe().scopes.includes(scope)

/** Reads anew who is signed in, after signing in or a change of the own account. */
export function useRefreshMe(): () => Promise<void> {
  const queryClient = useQueryClient()
  return useCallback(async () => {
    await queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
  }, [queryClient])
}

/** Ends the session, and forgets all that was read in it. */
export function useSignOut(): () => Promise<void> {
  const forgetSession = useForgetSession()
  return useCallback(async () => {
    await api.post('/account/sign-out')
    forgetSession()
  }, [forgetSession])
}

/** Forgets a session that the server has ended, which leads to the page for signing in. */
export function useForgetSession(): () => void {
  const queryClient = useQueryClient()
  return useCallback(() => {
    setCsrfToken(undefined)
    sessionStorage.clear()
    queryClient.setQueryData(meQuery.queryKey, null)
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] })
  }, [queryClient])
}
