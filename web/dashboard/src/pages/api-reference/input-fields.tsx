import { t } from '@lingui/core/macro'
import { Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import type { ApiOperation, Parameter, Schemas } from './document.ts'
import styles from './reference.module.css'
import { type Input, isBrokenJson, keyOf } from './request.ts'
import { resolved, typeText, withoutNull } from './schema.ts'

interface Props {
  readonly operation: ApiOperation
  readonly schemas: Schemas
  readonly input: Input
  readonly onChange: (input: Input) => void
  /** Required parameters that are empty, once the errors are to be shown. */
  readonly missing: readonly string[]
}

/** Fields for the parameters and the body of a call. */
export function InputFields({ operation, schemas, input, onChange, missing }: Props) {
  const { parameters, body } = operation
  return (
    <Stack>
      {parameters.length > 0 && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          {parameters.map((parameter) => (
            <ParameterField
              key={keyOf(parameter)}
              parameter={parameter}
              schemas={schemas}
              value={input.values[keyOf(parameter)] ?? ''}
              isMissing={missing.includes(keyOf(parameter))}
              onChange={(value) =>
                onChange({ ...input, values: { ...input.values, [keyOf(parameter)]: value } })
              }
            />
          ))}
        </SimpleGrid>
      )}
      {body && (
        <Textarea
          label={t`Body`}
          description={body.media}
          className={styles.code}
          autosize
          minRows={4}
          maxRows={20}
          spellCheck={false}
          value={input.body ?? ''}
          error={isBrokenJson(operation, input) && t`Not valid JSON`}
          onChange={({ currentTarget }) => onChange({ ...input, body: currentTarget.value })}
        />
      )}
    </Stack>
  )
}

interface ParameterFieldProps {
  readonly parameter: Parameter
  readonly schemas: Schemas
  readonly value: string
  readonly isMissing: boolean
  readonly onChange: (value: string) => void
}

function ParameterField({ parameter, schemas, value, isMissing, onChange }: ParameterFieldProps) {
  const { name, in: place, required = false, schema } = parameter
  const flat = withoutNull(resolved(schema, schemas)).schema
  const common = {
    label: name,
    description: `${place}, ${flat.enum ? t`one of a list` : typeText(schema)}`,
    required,
    error: isMissing && t`Enter a value`,
  }
  if (flat.enum) {
    return (
      <Select
        {...common}
        data={flat.enum.map(String)}
        value={value || null}
        clearable
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    )
  }
  return (
    <TextInput
      {...common}
      autoComplete="off"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
