import { Anchor as FileAnchor, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queuesQuery } from '../../api/queues.ts'
import { useCan } from '../../api/session.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Card } from '../../ui/card.tsx'
import { CodeSamples } from '../../ui/code-samples.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { addGuest, listQueues } from './examples.ts'
import { RECEIVERS } from './receivers.ts'
import { UsageCard } from './usage-card.tsx'
import { UsageHistoryCard } from './usage-history-card.tsx'

/** How to get started with the API, and its usage. */
export function Page() {
  const queue = useQuery(queuesQuery).data?.[0]
  const seesUsage = useCan('usage:read')
  const origin = window.location.origin
  return (
    <Stack gap="lg">
      <PageHeader title="Developers" description="Connect your systems to Usher." />
      <Card title="Get started">
        <Text>
          Create a key under <Anchor href="/settings/api-keys">API keys</Anchor> and store it as{' '}
          <code>USHER_API_KEY</code>. Base URL:
        </Text>
        <CopyText text={origin} label="Base URL" />
        <Title order={3} size="h5">
          List queues
        </Title>
        <CodeSamples label="List queues" samples={listQueues(origin)} />
        <Title order={3} size="h5">
          Add a guest
        </Title>
        <CodeSamples label="Add a guest" samples={addGuest(origin, queue?.id)} />
      </Card>
      <Card
        title="Webhooks"
        description="Verify the signature of every delivery over its raw body. In TypeScript the SDK does it."
      >
        <CodeSamples label="Receive webhooks" samples={RECEIVERS} />
        <Group>
          <Anchor href="/settings/webhooks">Manage webhooks</Anchor>
        </Group>
      </Card>
      <UsageCard />
      {seesUsage && <UsageHistoryCard />}
      <Card title="Explore">
        <Anchor href="/developers/reference">API reference, with a console to try every operation</Anchor>
        <Anchor href="/developers/requests">Live request log</Anchor>
        <Group gap="lg">
          <FileAnchor href="/openapi.json" underline="always">
            openapi.json
          </FileAnchor>
          <FileAnchor href="/asyncapi.json" underline="always">
            asyncapi.json
          </FileAnchor>
        </Group>
      </Card>
    </Stack>
  )
}
