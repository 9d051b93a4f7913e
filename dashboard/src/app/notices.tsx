import { useNotifications } from '@mantine/notifications'
import { lazy, Suspense, useState } from 'react'
import { loadPart } from '../ui/load-part.ts'

const NoticeList = lazy(async () => ({
  default: (await loadPart(() => import('./notice-list.tsx'))).NoticeList,
}))

/** Shows notices; what draws them is loaded with the first one. */
export function Notices() {
  const { notifications } = useNotifications()
  const [isUsed, setUsed] = useState(false)
  if (notifications.length > 0 && !isUsed) setUsed(true)
  if (!isUsed) return null
  return (
    <Suspense fallback={null}>
      <NoticeList />
    </Suspense>
  )
}
