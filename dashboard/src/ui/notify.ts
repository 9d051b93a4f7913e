import { notifications } from '@mantine/notifications'
import { messageOf } from '../api/problem.ts'

/** Shows a success notice: for four seconds, or until it is closed. */
export function notifyDone(message: string, { isKept = false } = {}): void {
  notifications.show({ message, color: 'teal', autoClose: isKept ? false : 4000 })
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
