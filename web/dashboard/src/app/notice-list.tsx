import { useMediaQuery } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'

/** Notices. On narrow screens they are at the top: the buttons that are pressed next are at the bottom. */
export function NoticeList() {
  const isNarrow = useMediaQuery('(max-width: 48em)')
  return <Notifications position={isNarrow ? 'top-center' : 'bottom-center'} />
}
