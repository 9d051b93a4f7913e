import { useNotifications } from '@mantine/notifications'
import { Later, LaterParts } from '../ui/later.tsx'

const noticeList = new LaterParts(() => import('./notice-list.tsx'))

/** Shows notices; what draws them is loaded with the first one. */
export function Notices() {
  const { notifications } = useNotifications()
  return (
    <Later of={noticeList} isWanted={notifications.length > 0}>
      {({ NoticeList }) => <NoticeList />}
    </Later>
  )
}
