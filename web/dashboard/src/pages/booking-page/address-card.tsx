import { t } from '@lingui/core/macro'
import { Button, Group, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { UsherError } from '@usher/sdk/client'
import { useState } from 'react'
import { useMe } from '../../api/session.ts'
import { Clash } from '../../forms/clash.tsx'
import { Form } from '../../forms/form.tsx'
import { needed } from '../../forms/rules.ts'
import { SaveRow } from '../../forms/save-row.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { useSaveOver } from '../../forms/use-save-over.ts'
import { Card } from '../../ui/card.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { type BookingPage, bookingPageCalls } from './queries.ts'

const bodyOf = ({ slug }: BookingPage) => ({ slug: slug ?? '' })

/** Makes the page, or changes its address. */
export function AddressCard({ page }: { page: BookingPage }) {
  const isNew = page.slug === null
  const suggested = slugOf(useMe().organization.name)
  const initialValues = { slug: page.slug ?? suggested }
  const [values, setValues] = useState(initialValues)
  const over = useSaveOver({ resource: page, bodyOf, ...bookingPageCalls(useQueryClient()) })
  const { fields, setSaved, ...form } = useApiForm({
    initialValues,
    onChange: setValues,
    validate: { slug: needed(t`Enter an address`) },
    submit: over.save,
    onError(error) {
      if (!(error instanceof UsherError) || error.code !== 'slug_taken') return over.onError(error)
      fields.setFieldError('slug', t`Another page has this address. Choose another.`)
      fields.getInputNode('slug')?.focus()
      return true
    },
    onSuccess: () => notifyDone(isNew ? t`The booking page is ready.` : t`Saved`),
  })
  return (
    <Card title={t`Address`} description={isNew ? t`Customers open the page with this address.` : undefined}>
      <Form of={form}>
        <Clash
          over={over}
          bodyOf={bodyOf}
          onKeepMine={form.onSubmit}
          onTakeTheirs={(now) => setSaved(bodyOf(now))}
        />
        <TextInput
          key={fields.key('slug')}
          label={t`End of the address`}
          description={
            isNew
              ? `${location.origin}/book/…`
              : t`If you change it, links and QR codes you have shared stop working.`
          }
          maxLength={60}
          spellCheck={false}
          autoCapitalize="none"
          {...fields.getInputProps('slug')}
        />
        {isNew ? (
          <Group>
            <Button type="submit" loading={form.isSending}>{t`Create the page`}</Button>
          </Group>
        ) : (
          <SaveRow isSending={form.isSending} isChanged={over.isChanged(values)} />
        )}
      </Form>
    </Card>
  )
}

const MIN_LENGTH = 3
const MAX_LENGTH = 60

/** A slug for the name of an organisation; empty if the name has too few Latin letters and digits. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-|-$/g, '')
  return slug.length < MIN_LENGTH ? '' : slug
}
