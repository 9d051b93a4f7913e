import { Alert } from '@mantine/core'
import { CircleAlert } from 'lucide-react'

/** An error of the form that belongs to no single field. */
export function FormProblem({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <Alert role="alert" color="red" variant="outline" icon={<CircleAlert aria-hidden />}>
      {text}
    </Alert>
  )
}
