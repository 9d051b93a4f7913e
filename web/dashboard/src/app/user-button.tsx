import { t } from '@lingui/core/macro'
import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { UserRound } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { useMe } from '../api/session.ts'

/** Opens the account menu. */
export function UserButton(props: ActionIconProps & ComponentPropsWithRef<'button'>) {
  const { member } = useMe()
  return (
    <ActionIcon
      aria-label={t`Your account: ${{ name: member.name }}`}
      variant="light"
      color="teal"
      radius="xl"
      size={36}
      {...props}
    >
      <UserRound size={20} aria-hidden />
    </ActionIcon>
  )
}
