import { Notifications } from '@mantine/notifications'

export const NoticeList = () => <Notifications position="bottom-center" />
