import { t } from '@lingui/core/macro'
import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMe } from '../api/session.ts'
import { PageHeader } from './page-header.tsx'
import { EmptyState } from './states.tsx'

interface Props {
  readonly title: string
  readonly children: ReactNode
}

/** Shows a page to organisations with early access, and a notice to others. */
export function EarlyAccess({ title, children }: Props) {
  const { organization } = useMe()
  if (organization.early_access) return children
  return (
    <>
      <PageHeader title={title} />
      <EmptyState icon={KeyRound} title={t`Bookings are in early access`}>
        {t`They are not available to ${{ organization: organization.name }} yet. Ask us to enable the platform API for your organisation. Your queues work without them.`}
      </EmptyState>
    </>
  )
}
