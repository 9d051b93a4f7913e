import { t } from '@lingui/core/macro'
import { Avatar, UnstyledButton, type UnstyledButtonProps } from '@mantine/core'
import { UserRound } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { useMe } from '../api/session.ts'

/** Opens the account menu. */
export function UserButton(props: UnstyledButtonProps & ComponentPropsWithRef<'button'>) {
  const { member } = useMe()
  return (
    <UnstyledButton aria-label={t`Your account: ${{ name: member.name }}`} {...props}>
      <Avatar color="teal" radius="xl" size={36}>
        <UserRound size={20} aria-hidden />
      </Avatar>
    </UnstyledButton>
  )
}
