import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/client.ts'
import { Loaded } from '../../ui/states.tsx'
import { UsageView } from '../../ui/usage-view.tsx'
import { keyUsageQuery } from './queries.ts'

interface Props {
  readonly apiKey: Schemas['ApiKey']
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function KeyUsage({ apiKey, isOpen, onClose }: Props) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={`Usage of ${apiKey.name}, last 7 days`} size="lg">
      <UsageOf id={apiKey.id} />
    </Modal>
  )
}

function UsageOf({ id }: { id: string }) {
  const usage = useQuery(keyUsageQuery(id))
  return (
    <Loaded query={usage}>
      {(shown) => <UsageView usage={shown} nameOf={(row) => row.operation ?? ''} />}
    </Loaded>
  )
}
