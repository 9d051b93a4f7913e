import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { UserRoundPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { AddForm, type AddFormProps } from './add-form.tsx'

/** The form to add guests. On a phone it is opened by a button; what was typed stays when it is not shown. */
export function AddGuest(props: AddFormProps) {
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const [isOpen, setOpen] = useState(false)
  const isShown = !isNarrow || isOpen
  useEffect(() => {
    if (props.draft) setOpen(true)
  }, [props.draft])
  return (
    <>
      {!isShown && (
        <Button
          variant="default"
          fullWidth
          leftSection={<UserRoundPlus size={18} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          Add a guest
        </Button>
      )}
      <div hidden={!isShown}>
        <AddForm
          {...props}
          isOpened={isNarrow && isOpen}
          {...(isNarrow && { onClose: () => setOpen(false) })}
        />
      </div>
    </>
  )
}
