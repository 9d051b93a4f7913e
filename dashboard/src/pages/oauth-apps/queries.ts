import { queryOptions } from '@tanstack/react-query'
import { allPages } from '../../api/all-pages.ts'
import { api } from '../../api/client.ts'

export const oauthClientsQuery = queryOptions({
  queryKey: ['oauth-clients'],
  queryFn: () =>
    allPages(async (query) => (await api.get('/account/oauth-clients', { params: { query } })).data),
})
