import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor as FileAnchor, Group, Text } from '@mantine/core'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { UsherError } from '@usher/sdk/client'
import { BookOpen } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { ConnectionError } from '../../api/problem.ts'
import { reportingFetch } from '../../api/reporting-fetch.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { type ApiDocument, operationsOf } from './document.ts'
import { OperationList } from './operation-list.tsx'
import { OperationView } from './operation-view.tsx'
import styles from './reference.module.css'
import { AS_MEMBER } from './who.tsx'

/** The document that the gateway serves for everybody. */
const documentQuery = queryOptions({
  queryKey: ['openapi'],
  staleTime: Number.POSITIVE_INFINITY,
  // It is no operation of the API, so its client does not retry it.
  retry: (failures, error) => failures < 3 && error instanceof ConnectionError,
  queryFn: async () => {
    const response = await reportingFetch(new Request('/openapi.json'))
    if (!response.ok) throw new UsherError(response, {})
    const document: ApiDocument = await response.json()
    return { operations: operationsOf(document), schemas: document.components.schemas }
  },
})

/** Every operation of the API, with a console to try it. */
export function Page() {
  const [given] = useSearchParams()
  const chosenId = given.get('operation') ?? undefined
  const [senderChoice, setSenderChoice] = useState(AS_MEMBER)
  const { operations, schemas } = useSuspenseQuery(documentQuery).data
  const chosen = operations.find(({ id }) => id === chosenId)
  return (
    <>
      <PageHeader title={t`API reference`} description={t`Every operation, with a console to try it.`} />
      <div className={styles.columns} data-chosen={chosenId}>
        <OperationList operations={operations} chosenId={chosenId} />
        {chosen ? (
          <OperationView
            operation={chosen}
            schemas={schemas}
            senderChoice={senderChoice}
            onSenderChoice={setSenderChoice}
          />
        ) : (
          <Start unknownId={chosenId} />
        )}
      </div>
    </>
  )
}

function Start({ unknownId }: { unknownId: string | undefined }) {
  if (unknownId !== undefined) {
    return (
      <EmptyState
        icon={BookOpen}
        title={t`Operation not found`}
        action={
          <Anchor href="/developers/reference">
            <Trans>All operations</Trans>
          </Anchor>
        }
      />
    )
  }
  return (
    <Card title={t`Choose an operation`} description={t`Its parameters, body and responses appear here.`}>
      <Text>
        <Trans>Base URL:</Trans>
      </Text>
      <CopyText text={window.location.origin} label={t`Base URL`} />
      <Text>
        <Trans>The same as documents, for tools and client generators:</Trans>
      </Text>
      <Group gap="lg">
        <FileAnchor href="/openapi.json" underline="always">
          openapi.json
        </FileAnchor>
        <FileAnchor href="/asyncapi.json" underline="always">
          asyncapi.json
        </FileAnchor>
      </Group>
    </Card>
  )
}
