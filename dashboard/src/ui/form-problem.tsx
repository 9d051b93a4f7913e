import { Alert } from '@mantine/core'
import { CircleAlert } from 'lucide-react'

/** What is wrong with what was sent, beside single fields. */
export function FormProblem({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <Alert role="alert" color="red" variant="outline" icon={<CircleAlert aria-hidden />}>
      {text}
    </Alert>
  )
}
