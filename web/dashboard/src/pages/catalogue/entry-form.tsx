import { t } from '@lingui/core/macro'
import { NativeSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '../../api/session.ts'
import { Clash } from '../../forms/clash.tsx'
import { EntryFrame } from '../../forms/entry-frame.tsx'
import { PriceFields } from '../../forms/price-fields.tsx'
import { needed } from '../../forms/rules.ts'
import { type ApiForm, useApiForm } from '../../forms/use-api-form.ts'
import { useSaveOver } from '../../forms/use-save-over.ts'
import { notifyDone } from '../../ui/notify.ts'
import { type Category, type Entry, KINDS, type Kind } from './kinds.ts'
import { TranslationsEditor } from './translations-editor.tsx'
import { categoryBody, productBody, type Translations, type Values, valuesOf } from './values.ts'

const BODIES = { category: categoryBody, product: productBody }

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
  const [translations, setTranslations] = useState<Translations>(entry?.translations ?? {})
  const { query, read, create, update, archive } = KINDS[kind]
  const id = entry?.id ?? ''
  const bodyOf = (now: Entry) => BODIES[kind](valuesOf(now), now.translations)
  const over = useSaveOver<Entry, ReturnType<typeof bodyOf>>({
    resource: entry,
    bodyOf,
    read: () => read(id),
    write: async (changes, etag) => (await update(id, changes, etag)).data,
  })
  const done = async () => {
    onDone()
    await queryClient.invalidateQueries({ queryKey: query.queryKey })
  }
  const { fields, setSaved, problem, isSending, onSubmit } = useApiForm<Values, unknown>({
    initialValues: valuesOf(entry),
    validate: { name: needed(t`Enter a name`) },
    nested: ['price'],
    ...(entry && { isChanged: (values) => over.isChanged(BODIES[kind](values, translations)) }),
    async submit(values) {
      const body = BODIES[kind](values, translations)
      return entry ? await over.save(body) : await create(body)
    },
    onError: over.onError,
    async onSuccess() {
      notifyDone(t`Saved`)
      await done()
    },
  })
  const fill = (now: Entry) => {
    setSaved(valuesOf(now))
    setTranslations(now.translations)
  }
  return (
    <EntryFrame
      {...{ onSubmit, problem, isSending, canWrite }}
      clash={<Clash over={over} bodyOf={bodyOf} onKeepMine={onSubmit} onTakeTheirs={fill} />}
      archive={
        entry && {
          what: entry.name,
          warning: t`It no longer appears in the catalogue.`,
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
      <TextInput key={fields.key('name')} label={t`Name`} data-autofocus {...fields.getInputProps('name')} />
      <Textarea
        key={fields.key('description')}
        label={t`Description`}
        maxLength={1000}
        {...fields.getInputProps('description')}
      />
      <Textarea
        key={fields.key('images')}
        label={isProduct ? t`Image URLs` : t`Image URL`}
        description={isProduct ? t`One per line, starting with https://` : t`Starts with https://`}
        {...fields.getInputProps('images')}
      />
      <Switch
        key={fields.key('active')}
        label={t`Show in the catalogue`}
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
        label={t`Category`}
        data={[
          { value: '', label: t({ message: 'None', context: 'no category' }) },
          ...categories.map(({ id: value, name: label }) => ({ value, label })),
        ]}
        {...fields.getInputProps('category_id')}
      />
      <TextInput key={fields.key('sku')} label={t`SKU`} {...fields.getInputProps('sku')} />
      <PriceFields fields={fields} />
    </Stack>
  )
}
