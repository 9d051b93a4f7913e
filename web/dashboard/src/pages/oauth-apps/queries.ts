import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

export const oauthClientsQuery = queryOptions({
  queryKey: ['oauth-clients'],
  queryFn: () => api.all('/account/oauth-clients'),
})
