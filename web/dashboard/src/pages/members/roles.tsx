import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Radio, Stack } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { useMe } from '../../api/session.ts'

export type Role = Schemas['Member']['role']

const ROLES: Readonly<Record<Role, readonly [label: MessageDescriptor, description: MessageDescriptor]>> = {
  owner: [
    msg({ message: 'Owner', context: 'role of a member' }),
    msg`Full access, including adding and removing owners`,
  ],
  manager: [
    msg({ message: 'Manager', context: 'role of a member' }),
    msg`Full access, including members, keys and settings, but not owners`,
  ],
  host: [
    msg({ message: 'Host', context: 'role of a member' }),
    msg`Works with guests, messages and bookings, and can view the rest`,
  ],
  viewer: [
    msg({ message: 'Viewer', context: 'role of a member' }),
    msg`Can view the day-to-day work but change nothing`,
  ],
}

export const roleName = (role: Role): string => i18n._(ROLES[role][0])

interface Props {
  readonly value?: Role
  readonly onChange?: (role: string) => void
  readonly error?: string
}

/** Chooses a role, each explained. Only owners make owners. */
export function RolePicker({ value, onChange, error }: Props) {
  const own = useMe().member.role
  const offered = (Object.keys(ROLES) as Role[]).filter((role) => role !== 'owner' || own === 'owner')
  return (
    <Radio.Group label={t`Role`} value={value} onChange={onChange} error={error}>
      <Stack gap="sm" pt={4}>
        {offered.map((role) => (
          <Radio key={role} value={role} label={roleName(role)} description={i18n._(ROLES[role][1])} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
