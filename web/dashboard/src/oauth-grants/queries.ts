import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'

/** The member's own OAuth grants. */
export const ownGrants = {
  query: queryOptions({
    queryKey: ['oauth-grants', 'own'],
    queryFn: () => api.all('/account/me/oauth-grants'),
  }),
  end: (id: string) => api.delete('/account/me/oauth-grants/{id}', { params: { path: { id } } }),
}

/** The OAuth grants of all members. */
export const organizationGrants = {
  query: queryOptions({
    queryKey: ['oauth-grants', 'organization'],
    queryFn: () => api.all('/account/oauth-grants'),
  }),
  end: (id: string) => api.delete('/account/oauth-grants/{id}', { params: { path: { id } } }),
}

export type Grants = typeof ownGrants | typeof organizationGrants
