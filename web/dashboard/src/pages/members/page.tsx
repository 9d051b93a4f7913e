import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Part } from '../../ui/part.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberRow } from './member-row.tsx'
import { membersQuery } from './queries.ts'

/** Who works with Usher in the organisation, and who is invited. */
export function Page() {
  const [isInviting, setInviting] = useState(false)
  return (
    <Stack gap="lg" maw={900}>
      <PageHeader
        title={t`Members`}
        description={t`People in your organisation who use Usher.`}
        actions={
          <Button leftSection={<UserPlus size={18} aria-hidden />} onClick={() => setInviting(true)}>
            <Trans>Invite a member</Trans>
          </Button>
        }
      />
      <Card title={t`People`}>
        <Part>
          <People />
        </Part>
      </Card>
      <InvitationsCard />
      <InviteDialog isOpen={isInviting} onClose={() => setInviting(false)} />
    </Stack>
  )
}

function People() {
  const { data: all } = useSuspenseQuery(membersQuery)
  return (
    <Stack gap="md">
      {all.map((member) => (
        <MemberRow key={member.id} member={member} />
      ))}
    </Stack>
  )
}
