import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { UserRoundPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { AddForm, type AddFormProps } from './add-form.tsx'

/** The form to add guests. On a phone it is opened by a button; what was typed stays when it is not shown. */
export function AddGuest({ focusRequests = 0, ...props }: AddFormProps) {
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const [isOpen, setOpen] = useState(false)
  const [openings, setOpenings] = useState(0)
  const isShown = !isNarrow || isOpen
  useEffect(() => {
    if (props.draft || focusRequests > 0) setOpen(true)
  }, [props.draft, focusRequests])
  const open = () => {
    setOpen(true)
    setOpenings((count) => count + 1)
  }
  return (
    <>
      {!isShown && (
        <Button
          variant="default"
          fullWidth
          leftSection={<UserRoundPlus size={18} aria-hidden />}
          onClick={open}
        >
          <Trans>Add a guest</Trans>
        </Button>
      )}
      <div hidden={!isShown}>
        <AddForm
          {...props}
          focusRequests={isShown ? openings + focusRequests : 0}
          {...(isNarrow && { onClose: () => setOpen(false) })}
        />
      </div>
    </>
  )
}
