import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { UsherError } from '@usher/sdk/client'
import { type SubmitEvent, useRef, useState } from 'react'
import { messageOf } from '../api/problem.ts'
import { notifyDone } from '../ui/notify.ts'
import { errorAtPointer, fieldErrors } from './field-errors.ts'

interface Options<Answer> {
  readonly save: () => Promise<Answer>
  readonly onSaved?: (answer: Answer) => void | Promise<void>
  /** The notice after saving. */
  readonly done?: string
  /** Returns true if the page handled the error itself. */
  readonly onError?: (error: unknown) => boolean
}

export interface Save {
  readonly isSending: boolean
  /** Errors of no single row, for `FormProblem`. */
  readonly problem: string | undefined
  /** The API's error for one entry, by JSON pointer such as `/opening_hours/0/start`. */
  readonly errorAt: (pointer: string) => string | undefined
  readonly onSubmit: (event?: SubmitEvent<HTMLFormElement>) => void
}

/** Pointers of errors shown in rows; the others appear above the form. */
const IN_ROW = /^\/[^/]+\/[^/]+/

/** Saves a form of lists whose state the page keeps, and shows the API's errors at the rows. */
export function useSave<Answer>({ save, onSaved, done = t`Saved.`, onError }: Options<Answer>): Save {
  const [error, setError] = useState<unknown>()
  // `isPending` changes only with the next render: a double click comes before that.
  const isSent = useRef(false)
  const mutation = useMutation({
    mutationFn: save,
    async onSuccess(answer) {
      setError(undefined)
      notifyDone(done)
      await onSaved?.(answer)
    },
    onError: (failed) => setError(onError?.(failed) ? undefined : failed),
    onSettled() {
      isSent.current = false
    },
  })
  const errors = error instanceof UsherError ? error.errors : []
  const beside = errors.filter(({ pointer }) => !IN_ROW.test(pointer))
  return {
    isSending: mutation.isPending,
    problem: problemOf(error, errors.length, fieldErrors(beside, [])?.rest),
    errorAt: (pointer) => errorAtPointer(errors, pointer),
    onSubmit(event) {
      event?.preventDefault()
      if (isSent.current) return
      isSent.current = true
      mutation.mutate()
    },
  }
}

function problemOf(error: unknown, count: number, beside: string | undefined): string | undefined {
  if (error === undefined) return undefined
  if (beside !== undefined) return beside
  return count > 0 ? t`Some entries need correcting. See below.` : messageOf(error)
}
