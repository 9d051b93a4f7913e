import { api } from '../../api/client.ts'
import { usePagesOf } from '../../api/pages-of.ts'
import type { AuditFilter } from './export-address.ts'

/** What the filter lets through, newest first. */
export const useAuditRecords = (filter: AuditFilter) =>
  usePagesOf(['audit', filter], async (cursor) => {
    const query = { ...filter, ...(cursor && { cursor }) }
    return (await api.get('/account/audit', { params: { query } })).data
  })
