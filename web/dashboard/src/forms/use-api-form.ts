import { t } from '@lingui/core/macro'
import { type FormErrors, type FormRulesRecord, type UseFormReturnType, useForm } from '@mantine/form'
import { randomId } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { UsherError } from '@usher/sdk/client'
import { type SubmitEvent, useState } from 'react'
import { messageOf } from '../api/problem.ts'
import { errorAtPointer, fieldErrors, namesOf } from './field-errors.ts'
import { useUnsaved } from './unsaved.ts'

export interface ApiFormOptions<Values, Answer> {
  readonly initialValues: Values
  /** Whether there is something to save; default: whether a field has changed since it was saved. */
  readonly isChanged?: (values: Values) => boolean
  /** Checks before sending; the API has the last word. */
  readonly validate?: FormRulesRecord<Values>
  /** Objects of the body whose members are fields of the form, such as `customer`. */
  readonly nested?: readonly string[]
  /** Values whose parts show their own errors, by `errorAt`. */
  readonly rows?: readonly string[]
  /** Values without a place for errors: those appear above the form. */
  readonly unmarked?: readonly string[]
  readonly submit: (values: Values) => Promise<Answer>
  readonly onSuccess?: (answer: Answer, values: Values) => void | Promise<void>
  /** Returns true if the page handled the error itself. */
  readonly onError?: (error: unknown) => boolean
}

export interface ApiForm<Values> {
  /** The props of a field's input: `<TextInput label={…} {...field('name')} />`. */
  readonly field: UseFormReturnType<Values>['getInputProps']
  /** The values as they are entered. */
  readonly values: Values
  /** The rest of @mantine/form. */
  readonly fields: UseFormReturnType<Values>
  /** Shows values that are saved: leaving the page loses nothing. */
  readonly setSaved: (values: Values) => void
  /** Errors of no single field, for `FormProblem`. */
  readonly problem: string | undefined
  /** The API's error at a part of a field, by JSON pointer such as `/opening_hours/0/start`. */
  readonly errorAt: (pointer: string) => string | undefined
  readonly isSending: boolean
  readonly onSubmit: (event?: SubmitEvent<HTMLFormElement>) => void
}

/**
 * A form sent to the API. It shows the API's errors at the fields that its pointers name and the
 * rest above the form, and focuses the first invalid field.
 */
export function useApiForm<Values extends Record<string, unknown>, Answer>(
  options: ApiFormOptions<Values, Answer>,
): ApiForm<Values> {
  const { initialValues, isChanged, validate, nested, rows = [], unmarked = [] } = options
  const { submit, onSuccess, onError } = options
  // Other forms on the page may have fields of the same name.
  const [name] = useState(randomId)
  const fields = useForm<Values>({ name, initialValues, validate })
  useUnsaved(() => isChanged?.(fields.getValues()) ?? fields.isDirty())
  const [problem, setProblem] = useState<string>()
  const focus = (errors: FormErrors) => {
    const [first] = Object.keys(errors)
    if (first !== undefined) fields.getInputNode(first)?.focus()
  }
  const mutation = useMutation({
    mutationFn: submit,
    async onSuccess(answer, values) {
      // Before the page is left for what was saved.
      fields.resetDirty(values)
      await onSuccess?.(answer, values)
    },
    onError(error) {
      if (onError?.(error)) return
      const errors = errorsOf(error)
      const beside = errors.filter(({ pointer }) => !rows.some((name) => pointer.startsWith(`/${name}/`)))
      const names = namesOf(initialValues).filter((name) => !rows.includes(name) && !unmarked.includes(name))
      const known = fieldErrors(beside, names, nested)
      if (known) {
        fields.setErrors(known.fields)
        focus(known.fields)
      }
      const inRows = beside.length < errors.length ? t`Some entries need correcting. See below.` : undefined
      setProblem(errors.length > 0 ? (known?.rest ?? inRows) : messageOf(error))
    },
  })
  const send = (values: Values) => {
    setProblem(undefined)
    if (!mutation.isPending) mutation.mutate(values)
  }
  const submitFields = fields.onSubmit(send, focus)
  const onSubmit: ApiForm<Values>['onSubmit'] = (event) => {
    if (event && holdsUnfinished(event)) return
    submitFields(event)
  }
  const setSaved = (values: Values) => {
    fields.setValues(values)
    fields.resetDirty(values)
  }
  const errorAt = (pointer: string) => errorAtPointer(errorsOf(mutation.error), pointer)
  const { getInputProps: field, values } = fields
  return { field, values, fields, setSaved, problem, errorAt, isSending: mutation.isPending, onSubmit }
}

const errorsOf = (error: unknown) => (error instanceof UsherError ? error.errors : [])

/** Whether a date is typed in part. Its value is empty, as if none were wanted: the field says so instead. */
function holdsUnfinished(event: SubmitEvent<HTMLFormElement>): boolean {
  const unfinished = event.currentTarget.querySelector<HTMLElement>('[data-unfinished]')
  if (!unfinished) return false
  event.preventDefault()
  // Leaving it shows what is wrong.
  unfinished.focus()
  unfinished.blur()
  unfinished.focus()
  return true
}
