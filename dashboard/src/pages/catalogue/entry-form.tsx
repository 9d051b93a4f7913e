import { NativeSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '../../api/session.ts'
import { changesOf } from '../../forms/changes.ts'
import { EntryFrame } from '../../forms/entry-frame.tsx'
import { PriceFields } from '../../forms/price-fields.tsx'
import { needed } from '../../forms/rules.ts'
import { type ApiForm, useApiForm } from '../../forms/use-api-form.ts'
import { notifyDone } from '../../ui/notify.ts'
import { type Category, type Entry, KINDS, type Kind } from './kinds.ts'
import { TranslationsEditor } from './translations-editor.tsx'
import { categoryBody, productBody, type Translations, type Values, valuesOf } from './values.ts'

interface Props {
  readonly kind: Kind
  /** undefined: a new one. */
  readonly entry: Entry | undefined
  readonly categories: readonly Category[]
  readonly onDone: () => void
}

/** A category or a product. */
export function EntryForm({ kind, entry, categories, onDone }: Props) {
  const queryClient = useQueryClient()
  const canWrite = useCan('catalog:write')
  const initialValues = valuesOf(entry)
  const translationsBefore: Translations = entry?.translations ?? {}
  const [translations, setTranslations] = useState(translationsBefore)
  const { query, archive } = KINDS[kind]
  const done = async () => {
    onDone()
    await queryClient.invalidateQueries({ queryKey: query.queryKey })
  }
  const { fields, problem, isSending, onSubmit } = useApiForm<Values, unknown>({
    initialValues,
    validate: { name: needed('Enter the name') },
    async submit(values) {
      const { create, update } = KINDS[kind]
      const bodyOf = kind === 'product' ? productBody : categoryBody
      const body = bodyOf(values, translations)
      if (!entry) return await create(body)
      return await update(entry.id, changesOf(bodyOf(initialValues, translationsBefore), body))
    },
    async onSuccess() {
      notifyDone('Saved')
      await done()
    },
  })
  return (
    <EntryFrame
      {...{ onSubmit, problem, isSending, canWrite }}
      archive={
        entry && {
          what: entry.name,
          warning: 'The catalogue does not show it any more.',
          archive: () => archive(entry.id),
          onDone: () => void done(),
        }
      }
    >
      <ShownFields fields={fields} isProduct={kind === 'product'} />
      {kind === 'product' && <ProductFields fields={fields} categories={categories} />}
      <TranslationsEditor translations={translations} onChange={setTranslations} />
    </EntryFrame>
  )
}

type Fields = ApiForm<Values>['fields']

function ShownFields({ fields, isProduct }: { fields: Fields; isProduct: boolean }) {
  return (
    <Stack>
      <TextInput key={fields.key('name')} label="Name" data-autofocus {...fields.getInputProps('name')} />
      <Textarea
        key={fields.key('description')}
        label="Description"
        maxLength={1000}
        {...fields.getInputProps('description')}
      />
      <Textarea
        key={fields.key('images')}
        label={isProduct ? 'Addresses of images' : 'Address of an image'}
        description={isProduct ? 'Each on a line, with https' : 'With https'}
        {...fields.getInputProps('images')}
      />
      <Switch
        key={fields.key('active')}
        label="The catalogue shows it"
        {...fields.getInputProps('active', { type: 'checkbox' })}
      />
    </Stack>
  )
}

function ProductFields({ fields, categories }: { fields: Fields; categories: readonly Category[] }) {
  return (
    <Stack>
      <NativeSelect
        key={fields.key('category_id')}
        label="Category"
        data={[
          { value: '', label: 'None' },
          ...categories.map(({ id: value, name: label }) => ({ value, label })),
        ]}
        {...fields.getInputProps('category_id')}
      />
      <TextInput key={fields.key('sku')} label="Your own number" {...fields.getInputProps('sku')} />
      <PriceFields fields={fields} />
    </Stack>
  )
}
