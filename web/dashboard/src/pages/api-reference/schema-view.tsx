import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Schema, Schemas } from './document.ts'
import styles from './reference.module.css'
import { limitsText, resolved, typeText, withoutNull } from './schema.ts'

/** The fields of an object with their types; nested objects open on demand. */
export function SchemaView({ schema, schemas }: { schema: Schema; schemas: Schemas }) {
  const whole = withoutNull(resolved(schema, schemas)).schema
  const alternatives = whole.anyOf ?? whole.oneOf
  if (alternatives) {
    return (
      <Stack gap="xs">
        <Text size="sm">
          <Trans>One of:</Trans>
        </Text>
        {alternatives.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the document does not change
          <div key={index} className={styles.inner}>
            <SchemaView schema={one} schemas={schemas} />
          </div>
        ))}
      </Stack>
    )
  }
  if (!whole.properties) return <Text size="sm">{typeText(whole)}</Text>
  const { required = [] } = whole
  return (
    <ul className={styles.fields}>
      {Object.entries(whole.properties).map(([name, field]) => (
        <li key={name} className={styles.field}>
          <Field name={name} schema={field} schemas={schemas} isRequired={required.includes(name)} />
        </li>
      ))}
    </ul>
  )
}

interface FieldProps {
  readonly name: string
  readonly schema: Schema
  readonly schemas: Schemas
  readonly isRequired?: boolean
}

/** One field or parameter: name, type and description. */
export function Field({ name, schema, schemas, isRequired = false }: FieldProps) {
  const [isOpen, setOpen] = useState(false)
  const inner = innerOf(schema, schemas)
  const { description } = resolved(schema, schemas)
  const limits = limitsText(withoutNull(schema).schema)
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Code c="var(--usher-strong)" bg="var(--usher-canvas)">
          {name}
        </Code>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {typeText(schema)}
          {isRequired && ` · ${t`required`}`}
        </Text>
        {inner && (
          <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t`Hide fields` : t`Show fields`}
          </Button>
        )}
      </Group>
      {(description || limits) && <Text size="sm">{[description, limits].filter(Boolean).join(' · ')}</Text>}
      {inner && isOpen && (
        <div className={styles.inner}>
          <SchemaView schema={inner} schemas={schemas} />
        </div>
      )}
    </Stack>
  )
}

/** The object schema of a field or of its array items; undefined for anything else. */
function innerOf(schema: Schema, schemas: Schemas): Schema | undefined {
  const flat = withoutNull(resolved(withoutNull(schema).schema, schemas)).schema
  if (flat.type === 'array') return flat.items && innerOf(flat.items, schemas)
  const isEither = (flat.anyOf ?? flat.oneOf ?? []).some((one) => innerOf(one, schemas) !== undefined)
  return flat.properties || isEither ? flat : undefined
}
