import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { UserRoundPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { AddForm, type AddFormProps } from './add-form.tsx'

/** The form to add guests; on a phone a button, which leaves the screen to the line. */
export function AddGuest(props: AddFormProps) {
  const isNarrow = useMediaQuery('(max-width: 48em)')
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(props.draft !== undefined), [props.draft])
  if (!isNarrow) return <AddForm {...props} />
  if (isOpen) return <AddForm {...props} onClose={() => setOpen(false)} />
  return (
    <Button
      variant="default"
      fullWidth
      leftSection={<UserRoundPlus size={18} aria-hidden />}
      onClick={() => setOpen(true)}
    >
      Add a guest
    </Button>
  )
}
