import { queryOptions } from '@tanstack/react-query'
import { allPages } from '../../api/all-pages.ts'
import { api } from '../../api/client.ts'

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: () => allPages(async (query) => (await api.get('/account/members', { params: { query } })).data),
})

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: () =>
    allPages(async (query) => (await api.get('/account/invitations', { params: { query } })).data),
})
