import { listQuery } from '../../api/list-query.ts'

export const membersQuery = listQuery('/account/members')
export const invitationsQuery = listQuery('/account/invitations')
