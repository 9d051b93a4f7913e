import { type FormErrors, type FormRulesRecord, type UseFormReturnType, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { UsherError } from '@usher/sdk/client'
import { type SubmitEvent, useState } from 'react'
import { messageOf } from '../api/problem.ts'
import { errorAtPointer, fieldErrors, namesOf } from './field-errors.ts'
import { useUnsaved } from './unsaved.ts'

interface Options<Values, Answer> {
  readonly initialValues: Values
  /** Gets the values as they are entered. */
  readonly onChange?: (values: Values) => void
  /** Whether there is something to save; default: whether a field has changed since it was saved. */
  readonly isChanged?: (values: Values) => boolean
  /** Checks before sending; the API has the last word. */
  readonly validate?: FormRulesRecord<Values>
  /** Objects of the body whose members are fields of the form, such as `customer`. */
  readonly nested?: readonly string[]
  readonly submit: (values: Values) => Promise<Answer>
  readonly onSuccess?: (answer: Answer, values: Values) => void | Promise<void>
  /** Returns true if the page handled the error itself. */
  readonly onError?: (error: unknown) => boolean
}

export interface ApiForm<Values> {
  /** `getInputProps(name)`, `key(name)` and the rest of @mantine/form. */
  readonly fields: UseFormReturnType<Values>
  /** Shows values that are saved: leaving the page loses nothing. */
  readonly setSaved: (values: Values) => void
  /** Errors of no single field, for `FormProblem`. */
  readonly problem: string | undefined
  /** The API's error at a part of a field that is a list, by JSON pointer. */
  readonly errorAt: (pointer: string) => string | undefined
  readonly isSending: boolean
  readonly onSubmit: (event?: SubmitEvent<HTMLFormElement>) => void
}

/**
 * A form sent to the API. It shows the API's errors at the fields that its pointers name and the
 * rest above the form, and focuses the first invalid field.
 */
export function useApiForm<Values extends Record<string, unknown>, Answer>(
  options: Options<Values, Answer>,
): ApiForm<Values> {
  const { initialValues, onChange, isChanged, validate, nested, submit, onSuccess, onError } = options
  const fields = useForm<Values>({
    mode: 'uncontrolled',
    initialValues,
    onValuesChange: onChange,
    validate,
  })
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
      const known = fieldErrors(errorsOf(error), namesOf(initialValues), nested)
      if (known) {
        fields.setErrors(known.fields)
        focus(known.fields)
      }
      setProblem(known ? known.rest : messageOf(error))
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
  return { fields, setSaved, problem, errorAt, isSending: mutation.isPending, onSubmit }
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
