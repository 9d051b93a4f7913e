import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { ApiError, messageOf } from '../api/problem.ts'
import { notifyDone } from '../ui/notify.ts'
import { fieldErrors, sentence } from './field-errors.ts'

interface Options<Answer> {
  readonly save: () => Promise<Answer>
  readonly onSaved?: (answer: Answer) => void | Promise<void>
  /** What is said once it is kept. */
  readonly done?: string
  /** Whether an error was dealt with by the page itself. */
  readonly onError?: (error: unknown) => boolean
}

export interface Save {
  readonly isSaving: boolean
  /** What is wrong beside single rows: for `FormProblem`. */
  readonly problem: string | undefined
  /** What the API says of one entry, by its JSON pointer such as `/opening_hours/0/start`. */
  readonly errorAt: (pointer: string) => string | undefined
  readonly onSubmit: (event?: SubmitEvent<HTMLFormElement>) => void
}

/** Of entries that pages show at their fields; the others are said above the form. */
const IN_ROW = /^\/[^/]+\/[^/]+/

/** A form whose entries are lists, kept by the page itself: it is sent to the API, whose errors are shown at the rows. */
export function useSave<Answer>({ save, onSaved, done = 'Saved.', onError }: Options<Answer>): Save {
  const [error, setError] = useState<unknown>()
  // `isPending` is known only once the page is drawn again: the second click of two comes before.
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
  const errors = error instanceof ApiError ? error.errors : []
  const beside = errors.filter(({ pointer }) => !IN_ROW.test(pointer))
  return {
    isSaving: mutation.isPending,
    problem: problemOf(error, errors.length, fieldErrors(beside, [])?.rest),
    errorAt(pointer) {
      const found = errors.find((one) => one.pointer === pointer)
      return found && sentence(found.message)
    },
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
  return count > 0 ? 'Some entries need correcting. See below.' : messageOf(error)
}
