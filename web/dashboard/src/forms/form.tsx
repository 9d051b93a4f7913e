import { Button, type ButtonProps, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormProblem } from '../ui/form-problem.tsx'
import type { ApiForm } from './use-api-form.ts'

interface Props extends Pick<ButtonProps, 'size' | 'color'> {
  /** By `useApiForm` or `useSave`. */
  readonly of: Pick<ApiForm<never>, 'problem' | 'isSending' | 'onSubmit'>
  /** Shown above the error. */
  readonly intro?: ReactNode
  readonly children: ReactNode
  /** Label of the button at the end; without one, the children have it. */
  readonly verb?: ReactNode
}

/** A form with its error and the button that sends it. */
export function Form({ of, intro, children, verb, ...button }: Props) {
  return (
    <form onSubmit={of.onSubmit} noValidate>
      <Stack>
        {intro}
        <FormProblem text={of.problem} />
        {children}
        {verb && (
          <Button type="submit" loading={of.isSending} {...button}>
            {verb}
          </Button>
        )}
      </Stack>
    </form>
  )
}
