import { api } from '../api/client.ts'
import { listQuery } from '../api/list-query.ts'

/** The member's own OAuth grants. */
export const ownGrants = {
  query: listQuery('/account/me/oauth-grants'),
  end: (id: string) => api.delete('/account/me/oauth-grants/{id}', { params: { path: { id } } }),
}

/** The OAuth grants of all members. */
export const organizationGrants = {
  query: listQuery('/account/oauth-grants'),
  end: (id: string) => api.delete('/account/oauth-grants/{id}', { params: { path: { id } } }),
}

export type Grants = typeof ownGrants | typeof organizationGrants
