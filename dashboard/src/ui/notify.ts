import { notifications } from '@mantine/notifications'
import { messageOf } from '../api/problem.ts'

/** Shows a short success notice. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'teal', autoClose: 4000 })
}

/** Shows an error until it is closed. */
export function notifyError(error: unknown): void {
  notifications.show({
    title: 'Something went wrong',
    message: messageOf(error),
    color: 'red',
    autoClose: false,
  })
}
