import { t } from '@lingui/core/macro'
import { Radio, Stack } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { useMe } from '../../api/session.ts'

export type Role = Schemas['Member']['role']

const ROLES: Readonly<Record<Role, readonly [label: string, description: string]>> = {
  owner: ['Owner', 'Full access, including adding and removing owners'],
  manager: ['Manager', 'Full access, including members, keys and settings, but not owners'],
  host: ['Host', 'Works with guests, messages and bookings, and can view the rest'],
  viewer: ['Viewer', 'Can view the day-to-day work but change nothing'],
}

export const roleName = (role: Role): string => ROLES[role][0]

interface Props {
  readonly defaultValue?: Role
  readonly onChange?: (role: string) => void
  readonly error?: string
}

/** Chooses a role, each explained. Only owners make owners. */
export function RolePicker({ defaultValue, onChange, error }: Props) {
  const own = useMe().member.role
  const offered = (Object.keys(ROLES) as Role[]).filter((role) => role !== 'owner' || own === 'owner')
  return (
    <Radio.Group label={t`Role`} defaultValue={defaultValue} onChange={onChange} error={error}>
      <Stack gap="sm" pt={4}>
        {offered.map((role) => (
          <Radio key={role} value={role} label={ROLES[role][0]} description={ROLES[role][1]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
