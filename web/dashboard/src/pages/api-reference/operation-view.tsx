import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Accordion, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { locale } from '../../language/language.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import type { ApiOperation, Schemas } from './document.ts'
import { MethodBadge } from './method-badge.tsx'
import styles from './reference.module.css'
import { exampleOf } from './schema.ts'
import { Field, SchemaView } from './schema-view.tsx'
import { TryIt } from './try-it.tsx'
import type { SenderChoice } from './who.tsx'

interface Props {
  readonly operation: ApiOperation
  readonly schemas: Schemas
}

interface Trying {
  readonly senderChoice: SenderChoice
  readonly onSenderChoice: (senderChoice: SenderChoice) => void
}

/** One operation: what it takes, what it answers, and a way to try it. */
export function OperationView({ operation, schemas, senderChoice, onSenderChoice }: Props & Trying) {
  const { id, method, path, summary, description, parameters, body } = operation
  return (
    <Stack gap="lg">
      <Anchor href="/developers/reference" hiddenFrom="md">
        <Trans>All operations</Trans>
      </Anchor>
      <Stack gap="xs">
        <Title order={2} size="h1" style={{ overflowWrap: 'anywhere' }}>
          {id}
        </Title>
        <Group gap="sm" wrap="nowrap">
          <MethodBadge method={method} />
          <Text className={styles.path}>{path}</Text>
        </Group>
        <Text>{summary}</Text>
        <Text c="dimmed">
          {description} {credentialsText(operation)}
        </Text>
      </Stack>
      <TryIt
        key={id}
        operation={operation}
        schemas={schemas}
        senderChoice={senderChoice}
        onSenderChoice={onSenderChoice}
      />
      {parameters.length > 0 && (
        <Card title={t`Parameters`}>
          <ul className={styles.fields}>
            {parameters.map(({ name, in: place, required = false, description: text, schema }) => (
              <li key={`${place} ${name}`} className={styles.field}>
                <Field
                  name={name}
                  schema={{ ...schema, description: `In the ${place}.${text ? ` ${text}` : ''}` }}
                  schemas={schemas}
                  isRequired={required}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {body && (
        <Card title={t`Body`} description={body.media}>
          <SchemaView schema={body.schema} schemas={schemas} />
        </Card>
      )}
      <Answers operation={operation} schemas={schemas} />
    </Stack>
  )
}

function credentialsText({ credentials }: ApiOperation): string {
  if (credentials.length === 0) return ''
  const names = { apiKey: t`an API key`, oauth: t`an access token`, session: t`a session` }
  const either = new Intl.ListFormat(locale, { type: 'disjunction' }).format(
    credentials.map((one) => names[one]),
  )
  return t`Authenticate with ${either}.`
}

function Answers({ operation: { answers }, schemas }: Props) {
  const good = answers.find(({ status }) => status.startsWith('2'))
  return (
    <Card title={t`Responses`}>
      {good?.body?.media === 'application/json' && (
        <CopyText
          text={JSON.stringify(exampleOf(good.body.schema, schemas, { isWhole: true }), null, 2)}
          label={t`Example response ${{ status: good.status }}`}
        />
      )}
      <Accordion variant="separated" order={3} chevronPosition="left">
        {answers.map(({ status, description, body }) => (
          <Accordion.Item key={status} value={status} bg="var(--usher-surface)">
            <Accordion.Control>
              {status}{' '}
              <Text span size="sm" c="dimmed">
                {description}
              </Text>
            </Accordion.Control>
            <Accordion.Panel>
              <Paper>
                {body ? (
                  <>
                    <Text size="sm" c="dimmed">
                      {body.media}
                    </Text>
                    <SchemaView schema={body.schema} schemas={schemas} />
                  </>
                ) : (
                  <Text size="sm">
                    <Trans>No body.</Trans>
                  </Text>
                )}
              </Paper>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Card>
  )
}
