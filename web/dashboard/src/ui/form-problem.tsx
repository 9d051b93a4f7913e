import { Alert, type AlertProps } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'

/** An error of the form that belongs to no single field. */
export function FormProblem({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <FormAlert color="red" icon={<CircleAlert aria-hidden />}>
      {text}
    </FormAlert>
  )
}

/** A notice of a form that scrolls into view when it appears: forms are longer than a screen. */
export function FormAlert(props: AlertProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  // Leaves room for the bar at the top, and for the buttons below.
  return <Alert ref={ref} role="alert" variant="outline" style={{ scrollMarginBlock: '5rem' }} {...props} />
}
