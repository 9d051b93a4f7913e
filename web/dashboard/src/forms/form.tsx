import { Button, type ButtonProps, Stack, type StackProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormProblem } from '../ui/form-problem.tsx'
import { Clash } from './clash.tsx'
import type { EditForm } from './use-edit-form.ts'

interface Props extends Pick<ButtonProps, 'size' | 'color'> {
  /** By `useApiForm` or `useEditForm`. */
  readonly of: Pick<EditForm<never>, 'problem' | 'isSending' | 'onSubmit'> &
    Partial<Pick<EditForm<never>, 'clash'>>
  readonly gap?: StackProps['gap']
  /** Shown above the error. */
  readonly intro?: ReactNode
  readonly children: ReactNode
  /** Label of the button at the end; without one, the children have it. */
  readonly verb?: ReactNode
}

/** A form with its error, what somebody else changed meanwhile, and the button that sends it. */
export function Form({ of, gap, intro, children, verb, ...button }: Props) {
  return (
    <form onSubmit={of.onSubmit} noValidate>
      <Stack gap={gap}>
        {intro}
        <FormProblem text={of.problem} />
        {of.clash && <Clash {...of.clash} />}
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
