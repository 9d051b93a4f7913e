import { Button, type ButtonProps, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormProblem } from '../ui/form-problem.tsx'
import { Clash, type Clashing } from './clash.tsx'
import type { ApiForm } from './use-api-form.ts'

interface Props<Resource> extends Pick<ButtonProps, 'size' | 'color'>, Clashing<Resource> {
  /** By `useApiForm` or `useSave`. */
  readonly of: Pick<ApiForm<never>, 'problem' | 'isSending' | 'onSubmit'>
  /** Shown above the error. */
  readonly intro?: ReactNode
  readonly children: ReactNode
  /** Label of the button at the end; without one, the children have it. */
  readonly verb?: ReactNode
}

/** A form with its error, what somebody else changed meanwhile, and the button that sends it. */
export function Form<Resource>({ of, over, fill, intro, children, verb, ...button }: Props<Resource>) {
  return (
    <form onSubmit={of.onSubmit} noValidate>
      <Stack>
        {intro}
        <FormProblem text={of.problem} />
        <Clash over={over} fill={fill} onKeepMine={of.onSubmit} />
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
