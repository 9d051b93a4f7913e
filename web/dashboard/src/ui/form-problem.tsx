import { CircleAlert } from 'lucide-react'
import { FormAlert } from './form-alert.tsx'

/** An error of the form that belongs to no single field. */
export function FormProblem({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <FormAlert color="red" icon={<CircleAlert aria-hidden />}>
      {text}
    </FormAlert>
  )
}
