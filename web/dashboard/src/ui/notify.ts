import { t } from '@lingui/core/macro'
import { notifications } from '@mantine/notifications'
import { messageOf } from '../api/problem.ts'

/** Shows a success notice: for four seconds, or until it is closed. */
export function notifyDone(message: string, { isKept = false } = {}): void {
  notifications.show({ message, color: 'teal', autoClose: isKept ? false : 4000 })
}

/** Shows an error until it is closed. */
export const notifyError = (error: unknown): void => notifyFailure(t`Something went wrong`, error)

/** Shows what was not done, and why, until it is closed. */
export function notifyFailure(title: string, error: unknown): void {
  notifyProblem(title, messageOf(error))
}

/** Like {@link notifyFailure}, with a reason that is no error of the API. */
export function notifyProblem(title: string, message: string): void {
  notifications.show({ title, message, color: 'red', autoClose: false })
}
