import { t } from '@lingui/core/macro'
import { Modal } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/client.ts'
import { Part } from '../../ui/part.tsx'
import { UsageView } from '../../ui/usage-view.tsx'
import { keyUsageQuery } from './queries.ts'

interface Props {
  readonly apiKey: Schemas['ApiKey']
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function KeyUsage({ apiKey, isOpen, onClose }: Props) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t`Usage of ${{ name: apiKey.name }}, last 7 days`}
      size="lg"
    >
      <Part>
        <UsageOf id={apiKey.id} />
      </Part>
    </Modal>
  )
}

function UsageOf({ id }: { id: string }) {
  const { data: usage } = useSuspenseQuery(keyUsageQuery(id))
  return <UsageView usage={usage} nameOf={(row) => row.operation ?? ''} />
}
