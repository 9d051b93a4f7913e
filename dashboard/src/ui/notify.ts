import { notifications } from '@mantine/notifications'
import { messageOf } from '../api/problem.ts'

/** Says for a moment that something is done. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'teal', autoClose: 4000 })
}

/** Says what went wrong, until it is closed. */
export function notifyError(error: unknown): void {
  notifications.show({
    title: 'Something went wrong',
    message: messageOf(error),
    color: 'red',
    autoClose: false,
  })
}
