import type { MouseEvent } from 'react'
import { isTestMode, withMode } from '../api/mode.ts'
import { reportingFetch } from '../api/reporting-fetch.ts'
import { notifyError } from './notify.ts'

/** Properties of a link that downloads a file of the API. In test mode it is fetched, as a link sends no header. */
export const downloadProps = (href: string, name: string) => ({
  href,
  download: name,
  ...(isTestMode && {
    onClick(event: MouseEvent) {
      event.preventDefault()
      save(href, name).catch(notifyError)
    },
  }),
})

async function save(href: string, name: string): Promise<void> {
  const response = await reportingFetch(withMode(new Request(href)))
  if (!response.ok) throw new Error(`The file was answered ${response.status}`)
  const url = URL.createObjectURL(await response.blob())
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
