import { api } from '../../api/client.ts'
import { usePagesOf } from '../../api/pages-of.ts'
import type { AuditFilter } from './export-address.ts'

/** The records that match the filter, newest first. */
export const useAuditRecords = (filter: AuditFilter) =>
  usePagesOf(['audit', filter], async (cursor) => {
    const query = { ...filter, ...(cursor && { cursor }) }
    return (await api.get('/account/audit', { params: { query } })).data
  })
