import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Fieldset, Group, Stack, Text } from '@mantine/core'
import type { FormRulesRecord } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { notifyDone, notifyError } from '../ui/notify.ts'
import { Form } from './form.tsx'
import type { SaveOver } from './save-over.ts'
import { useApiForm } from './use-api-form.ts'
import { useSaveOver } from './use-save-over.ts'

interface Options<Entry, Values, Body> extends SaveOver<Entry, Body> {
  /** undefined: a new one. */
  readonly entry: Entry | undefined
  readonly initialValues: Values
  readonly validate: FormRulesRecord<Values>
  /** Objects of the body whose members are fields of the form. */
  readonly nested?: readonly string[]
  /** The body that the form makes of its values. */
  readonly sentOf: (values: Values) => Body
  readonly create: (body: Body) => Promise<unknown>
  /** After it is saved or archived. */
  readonly onDone: () => Promise<void>
}

/** A form that creates an entry, or edits one that two people may edit at once. */
export function useEntryForm<Entry, Values extends Record<string, unknown>, Body extends object>(
  options: Options<Entry, Values, Body>,
) {
  const { entry, initialValues, validate, nested, sentOf, create, onDone, read, write, bodyOf } = options
  const over = useSaveOver<Entry, Body>({ resource: entry, read, write, bodyOf })
  const form = useApiForm<Values, unknown>({
    initialValues,
    validate,
    nested,
    isChanged: entry && ((values) => over.isChanged(sentOf(values))),
    submit: (values) => (entry ? over.save(sentOf(values)) : create(sentOf(values))),
    onError: over.onError,
    async onSuccess() {
      notifyDone(t`Saved`)
      await onDone()
    },
  })
  return { ...form, over, onDone }
}

interface Props<Entry, Values extends Record<string, unknown>, Body extends object> {
  readonly of: Omit<ReturnType<typeof useEntryForm<Entry, Values, Body>>, 'fields' | 'setSaved'>
  /** If false, the fields are read-only. */
  readonly canWrite: boolean
  /** Fills the form with what somebody else saved meanwhile. */
  readonly onTakeTheirs: (now: Entry) => void
  /** undefined for a new entry. */
  readonly archive: Omit<ArchiveButtonProps, 'onDone'> | undefined
  readonly children: ReactNode
}

/** The form with its error, its Save button and the button that archives the entry. */
export function EntryForm<Entry, Values extends Record<string, unknown>, Body extends object>(
  props: Props<Entry, Values, Body>,
) {
  const { of: form, canWrite, onTakeTheirs, archive, children } = props
  return (
    <Form of={form} over={form.over} fill={onTakeTheirs}>
      {!canWrite && <Text c="dimmed">{t`Your role can view this but not change it.`}</Text>}
      <Fieldset variant="unstyled" disabled={!canWrite}>
        <Stack>{children}</Stack>
      </Fieldset>
      {canWrite && <Button type="submit" loading={form.isSending}>{t`Save`}</Button>}
      {canWrite && archive && <ArchiveButton {...archive} onDone={() => void form.onDone()} />}
    </Form>
  )
}

interface ArchiveButtonProps {
  readonly what: string
  /** The consequence. */
  readonly warning: string
  readonly archive: () => Promise<unknown>
  readonly onDone: () => void
}

/** Archives something after confirmation. */
function ArchiveButton({ what, warning, archive, onDone }: ArchiveButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const mutation = useMutation({
    mutationFn: archive,
    onSuccess() {
      notifyDone(t`${what} archived`)
      onDone()
    },
    onError: notifyError,
  })
  if (!isAsking)
    return <Button variant="outline" color="red" onClick={() => setAsking(true)}>{t`Archive`}</Button>
  return (
    <Stack gap="xs" role="group" aria-label={t`Archive`}>
      <Text>{warning}</Text>
      <Group grow>
        <Button variant="default" autoFocus onClick={() => setAsking(false)}>{t`Keep it`}</Button>
        <Button color="red" loading={mutation.isPending} onClick={() => mutation.mutate()}>
          <Trans>Archive it now</Trans>
        </Button>
      </Group>
    </Stack>
  )
}
