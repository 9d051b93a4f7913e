import { plural, t } from '@lingui/core/macro'
import {
  Alert,
  Button,
  Fieldset,
  Group,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UsherError } from '@usher/sdk/client'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { messageOf } from '../../api/problem.ts'
import { Form } from '../../forms/form.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { notifyDone, notifyError } from '../../ui/notify.ts'
import { useSettled } from '../../ui/use-settled.ts'
import { KINDS, languageOf, occasionName } from '../messages/occasions.ts'
import { type Draft, draftOf } from './draft.ts'
import { previewQuery, templatesQuery } from './queries.ts'

/** As a type of its own, so that the form may take it. */
type Values = Pick<Draft, keyof Draft>

interface Props {
  readonly draft: Draft
  readonly standard: readonly string[]
  readonly mayChange: boolean
  readonly onClose: () => void
}

/** Edits a template next to its preview. */
export function TemplateEditor({ draft, standard, mayChange, onClose }: Props) {
  const queryClient = useQueryClient()
  const {
    field,
    values: words,
    fields,
    ...form
  } = useEditForm({
    resource: draft.id === undefined ? undefined : draft,
    valuesOf: (now: Draft = draft): Values => ({ ...now }),
    bodyOf,
    ...callsOf(draft.id ?? '', standard),
    async onSuccess() {
      notifyDone(t`Saved.`)
      await queryClient.invalidateQueries(templatesQuery)
      onClose()
    },
  })
  const isNew = words.id === undefined && !words.isCopy
  return (
    <Form
      of={form}
      intro={
        draft.isCopy &&
        mayChange && (
          <Alert variant="outline">{t`This template is built in. Saving creates your own version, which replaces it.`}</Alert>
        )
      }
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Fieldset variant="unstyled" disabled={!mayChange}>
          <Stack>
            <TextInput label={t`Name`} {...field('name')} />
            {isNew && (
              <NativeSelect
                label={t`Occasion, in ${{ language: languageOf(words.locale) }}`}
                data={KINDS.map((value) => ({ value, label: occasionName(value) }))}
                {...field('kind')}
                onChange={(event) =>
                  fields.setValues({ kind: event.currentTarget.value as Draft['kind'], variables: [] })
                }
              />
            )}
            <TextInput
              label={t({ message: 'Subject', context: 'of an e-mail' })}
              description={t`For e-mail`}
              {...field('subject')}
            />
            <Textarea label={t`Text`} autosize minRows={5} {...field('text')} />
            <VariableList
              standard={standard}
              own={words.variables}
              isCustom={words.kind === 'custom'}
              onInsert={(name) => fields.setFieldValue('text', `${words.text}{{ ${name} }}`)}
              onChange={(variables) => fields.setFieldValue('variables', variables)}
            />
          </Stack>
        </Fieldset>
        <Preview words={words} isAllowed={mayChange} />
      </SimpleGrid>
      {mayChange && (
        <Group justify="space-between">
          <Button type="submit" loading={form.isSending}>{t`Save`}</Button>
          {words.id !== undefined && <DeleteTemplate id={words.id} onDone={onClose} />}
        </Group>
      )}
    </Form>
  )
}

/** Occasion and language are only of a new one: an update cannot change them. */
const bodyOf = ({ kind, locale, name, subject, text, variables }: Draft) => ({
  kind,
  locale,
  name,
  subject,
  text,
  variables,
})

const callsOf = (id: string, standard: readonly string[]) => ({
  async read() {
    const { data, response } = await api.get('/v1/notifications/templates/{id}', { params: { path: { id } } })
    return { data: draftOf(data, standard), response }
  },
  async write(body: Schemas['TemplateUpdate'], etag: string) {
    const params = { path: { id }, header: { 'If-Match': etag } }
    const { data } = await api.patch('/v1/notifications/templates/{id}', { params, body })
    return draftOf(data, standard)
  },
  async create({ subject, ...others }: Omit<Draft, 'id' | 'isCopy'>) {
    const body = { ...others, ...(subject.trim() && { subject }) }
    return draftOf((await api.post('/v1/notifications/templates', { body })).data, standard)
  },
})

/** Asks for confirmation in place. */
function DeleteTemplate({ id, onDone }: { id: string; onDone: () => void }) {
  const queryClient = useQueryClient()
  const [isSure, setIsSure] = useState(false)
  const deletion = useMutation({
    mutationFn: () => api.delete('/v1/notifications/templates/{id}', { params: { path: { id } } }),
    async onSuccess() {
      await queryClient.invalidateQueries(templatesQuery)
      notifyDone(t`Template deleted. The built-in one applies again, if there is one.`)
      onDone()
    },
    onError: notifyError,
  })
  return (
    <Button
      color="red"
      variant="outline"
      loading={deletion.isPending}
      onClick={() => (isSure ? deletion.mutate() : setIsSure(true))}
    >
      {isSure ? t`Confirm deletion` : t`Delete`}
    </Button>
  )
}

interface VariableListProps {
  readonly standard: readonly string[]
  readonly own: readonly string[]
  readonly isCustom: boolean
  readonly onInsert: (name: string) => void
  readonly onChange: (own: string[]) => void
}

/** The variables of the text; a click appends one. Only custom messages can have variables of their own. */
function VariableList({ standard, own, isCustom, onInsert, onChange }: VariableListProps) {
  return (
    <>
      <Text size="sm" fw={500}>{t`Insert a variable`}</Text>
      <Group gap={6}>
        {[...standard, ...own].map((name) => (
          <Button key={name} variant="default" size="compact-sm" onClick={() => onInsert(name)}>
            {name}
          </Button>
        ))}
      </Group>
      {isCustom && (
        <TagsInput
          label={t`Custom variables`}
          description={t`You give their values when you send the message`}
          value={[...own]}
          onChange={onChange}
        />
      )}
    </>
  )
}

/** The message for a sample guest, updated shortly after typing stops. */
function Preview({ words, isAllowed }: { words: Draft; isAllowed: boolean }) {
  const settled = useSettled(words)
  const query = previewQuery(settled)
  const { data, error } = useQuery({ ...query, enabled: isAllowed && settled.text.trim() !== '' })
  if (!isAllowed) return null
  return (
    <Stack gap="xs" component="section" aria-label={t`Preview`} miw={0}>
      <Text size="sm" fw={500}>{t`Preview`}</Text>
      <Paper withBorder p="sm" bg="var(--usher-canvas)">
        {settled.text.trim() === '' || !data ? (
          <Text c="dimmed">{t`The guest's message appears here.`}</Text>
        ) : (
          <>
            {data.subject && <Text fw={600}>{data.subject}</Text>}
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{data.text}</Text>
          </>
        )}
      </Paper>
      {error ? (
        <Text role="alert" c="var(--usher-bad-text)" size="sm">
          {faultOf(error)}
        </Text>
      ) : (
        data && <Size sms={data.sms} />
      )}
    </Stack>
  )
}

const faultOf = (error: Error): string =>
  error instanceof UsherError && error.errors.length > 0
    ? error.errors.map(({ message }) => message).join('; ')
    : messageOf(error)

function Size({ sms }: { sms: Schemas['TemplatePreview']['sms'] }) {
  const { segments, units, encoding, ucs2_characters } = sms
  return (
    <>
      <Text size="sm" role="status">
        {t`${plural(segments, { one: '# segment', other: '# segments' })} as an SMS (${plural(units, { one: '# unit', other: '# units' })}, ${encoding})`}
      </Text>
      {ucs2_characters.length > 0 && (
        <Text size="sm" c="var(--usher-warn-text)">
          {t`${{ characters: ucs2_characters.join(' ') }} shorten each segment to 70 characters instead of 160.`}
        </Text>
      )}
    </>
  )
}
