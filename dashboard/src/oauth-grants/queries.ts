import { queryOptions } from '@tanstack/react-query'
import { allPages } from '../api/all-pages.ts'
import { api } from '../api/client.ts'

/** The member's own OAuth grants. */
export const ownGrants = {
  query: queryOptions({
    queryKey: ['oauth-grants', 'own'],
    queryFn: () =>
      allPages(async (query) => (await api.get('/account/me/oauth-grants', { params: { query } })).data),
  }),
  end: (id: string) => api.delete('/account/me/oauth-grants/{id}', { params: { path: { id } } }),
}

/** The OAuth grants of all members. */
export const organizationGrants = {
  query: queryOptions({
    queryKey: ['oauth-grants', 'organization'],
    queryFn: () =>
      allPages(async (query) => (await api.get('/account/oauth-grants', { params: { query } })).data),
  }),
  end: (id: string) => api.delete('/account/oauth-grants/{id}', { params: { path: { id } } }),
}

export type Grants = typeof ownGrants | typeof organizationGrants
