import { Radio, Stack } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { useMe } from '../../api/session.ts'

export type Role = Schemas['Member']['role']

const ROLES: Readonly<Record<Role, readonly [label: string, description: string]>> = {
  owner: ['Owner', 'Everything, and makes and removes other owners'],
  manager: ['Manager', 'Everything, members, keys and settings included, but owners'],
  host: ['Host', 'Works with guests, messages and bookings, and sees the rest'],
  viewer: ['Viewer', 'Sees everything of the work, changes nothing'],
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
    <Radio.Group label="Role" defaultValue={defaultValue} onChange={onChange} error={error}>
      <Stack gap="sm" pt={4}>
        {offered.map((role) => (
          <Radio key={role} value={role} label={ROLES[role][0]} description={ROLES[role][1]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
