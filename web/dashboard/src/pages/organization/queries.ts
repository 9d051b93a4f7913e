import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { useRefreshMe } from '../../api/session.ts'

export const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: async () => (await api.get('/account/organization')).data,
})

/** Shows a saved organisation at once, here and wherever the member's own is shown. */
export function useShowSaved(): (saved: Schemas['Organization']) => Promise<void> {
  const client = useQueryClient()
  const refreshMe = useRefreshMe()
  return async (saved) => {
    client.setQueryData(organizationQuery.queryKey, saved)
    await refreshMe()
  }
}

/** How forms save the organisation's settings. */
export const organizationCalls = {
  read: () => api.get('/account/organization'),
  async write(body: Schemas['OrganizationUpdate'], etag: string) {
    const params = { header: { 'If-Match': etag } }
    return (await api.patch('/account/organization', { params, body })).data
  },
}

const SHADES = /--brand:(#[0-9a-f]{6});--on-brand:(#[0-9a-f]{6})/g

export interface Shade {
  readonly brand: string
  readonly onBrand: string
}

/** The shades that guest pages show of a colour, light and dark, read from their own stylesheet. */
export const shadesQuery = (color: string) =>
  queryOptions({
    queryKey: ['shades', color],
    queryFn: async (): Promise<Shade[]> => {
      const style = await (await fetch(`/guest-assets/brand-${color.slice(1).toLowerCase()}.css`)).text()
      return [...style.matchAll(SHADES)].map(([, brand = '', onBrand = '']) => ({ brand, onBrand }))
    },
    enabled: /^#[0-9a-f]{6}$/i.test(color),
    staleTime: Number.POSITIVE_INFINITY,
  })
