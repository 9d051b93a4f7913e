import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: () => api.all('/account/members'),
})

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: () => api.all('/account/invitations'),
})
