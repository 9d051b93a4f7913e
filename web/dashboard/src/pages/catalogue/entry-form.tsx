import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  Button,
  Fieldset,
  Group,
  NativeSelect,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '../../api/session.ts'
import { EntryForm } from '../../forms/entry-form.tsx'
import { amountOf, priceOf } from '../../forms/money.ts'
import { textOrNull } from '../../forms/number-field.tsx'
import { PriceFields } from '../../forms/price-fields.tsx'
import { needed } from '../../forms/rules.ts'
import type { ApiForm } from '../../forms/use-api-form.ts'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { locale } from '../../language/language.ts'
import { notifyDone } from '../../ui/notify.ts'
import { optionsOf } from '../../ui/options.ts'
import { type Category, type Entry, isProduct, KINDS, type Kind } from './kinds.ts'

/** Name and description in other languages. */
type Translations = Readonly<Record<string, { name?: string; description?: string | null }>>

type Values = ReturnType<typeof valuesOf>

function valuesOf(entry: Entry | undefined) {
  const product = entry && isProduct(entry) ? entry : undefined
  const category = entry && !isProduct(entry) ? entry : undefined
  return {
    name: entry?.name ?? '',
    description: entry?.description ?? '',
    active: entry?.active ?? true,
    images: product?.image_urls.join('\n') ?? category?.image_url ?? '',
    category_id: product?.category_id ?? '',
    sku: product?.sku ?? '',
    amount: amountOf(product?.price ?? null),
    currency: product?.price?.currency ?? 'EUR',
    translations: (entry?.translations ?? {}) as Translations,
  }
}

const shownOf = ({ name, description, active, translations }: Values) => ({
  name,
  description: textOrNull(description),
  active,
  translations: withoutEmpty(translations),
})

const categoryBody = (values: Values) => ({
  ...shownOf(values),
  image_url: textOrNull(values.images),
})

const productBody = (values: Values) => ({
  ...shownOf(values),
  image_urls: values.images.split(/\s+/).filter(Boolean),
  category_id: values.category_id || null,
  sku: textOrNull(values.sku),
  price: priceOf(values.amount, values.currency),
})

/** Drops empty translations. */
function withoutEmpty(translations: Translations): Record<string, { name?: string; description?: string }> {
  const kept = Object.entries(translations).map(([locale, { name, description }]) => {
    const words = { ...(name?.trim() && { name }), ...(description?.trim() && { description }) }
    return [locale, words] as const
  })
  return Object.fromEntries(kept.filter(([, words]) => Object.keys(words).length > 0))
}

const BODIES = { category: categoryBody, product: productBody }

interface Props {
  readonly kind: Kind
  /** undefined: a new one. */
  readonly entry: Entry | undefined
  readonly categories: readonly Category[]
  readonly onDone: () => void
}

/** A category or a product. */
export function CatalogueForm({ kind, entry, categories, onDone }: Props) {
  const queryClient = useQueryClient()
  const canWrite = useCan('catalog:write')
  const { query, read, create, update, archive } = KINDS[kind]
  const id = entry?.id ?? ''
  const done = async () => {
    onDone()
    await queryClient.invalidateQueries({ queryKey: query.queryKey })
  }
  const { field, values, fields, ...form } = useEditForm({
    resource: entry,
    valuesOf,
    bodyOf: BODIES[kind] as (values: Values) => ReturnType<(typeof BODIES)[Kind]>,
    read: () => read(id),
    write: async (changes, etag) => (await update(id, changes, etag)).data,
    create: async (body) => (await create(body)).data,
    validate: { name: needed(t`Enter a name`) },
    nested: ['price'],
    unmarked: ['translations'],
    async onSuccess() {
      notifyDone(t`Saved`)
      await done()
    },
  })
  return (
    <EntryForm
      of={form}
      canWrite={canWrite}
      archive={
        entry && {
          what: entry.name,
          warning: t`It no longer appears in the catalogue.`,
          archive: () => archive(entry.id),
          onDone: done,
        }
      }
    >
      <ShownFields field={field} isProduct={kind === 'product'} />
      {kind === 'product' && <ProductFields field={field} categories={categories} />}
      <TranslationsEditor
        translations={values.translations}
        onChange={(translations) => fields.setFieldValue('translations', translations)}
      />
    </EntryForm>
  )
}

type Field = ApiForm<Values>['field']

function ShownFields({ field, isProduct }: { field: Field; isProduct: boolean }) {
  return (
    <Stack>
      <TextInput label={t`Name`} data-autofocus {...field('name')} />
      <Textarea label={t`Description`} maxLength={1000} {...field('description')} />
      <Textarea
        label={isProduct ? t`Image URLs` : t`Image URL`}
        description={isProduct ? t`One per line, starting with https://` : t`Starts with https://`}
        {...field('images')}
      />
      <Switch label={t`Show in the catalogue`} {...field('active', { type: 'checkbox' })} />
    </Stack>
  )
}

function ProductFields({ field, categories }: { field: Field; categories: readonly Category[] }) {
  return (
    <Stack>
      <NativeSelect
        label={t`Category`}
        data={optionsOf(categories, t({ message: 'None', context: 'no category' }))}
        {...field('category_id')}
      />
      <TextInput label={t`SKU`} {...field('sku')} />
      <PriceFields field={field} />
    </Stack>
  )
}

const LOCALES = ['en', 'es', 'fr', 'de', 'it', 'pt', 'nl', 'ja', 'zh', 'ar'] as const

const languages = new Intl.DisplayNames(locale, { type: 'language' })

interface TranslationsEditorProps {
  readonly translations: Translations
  readonly onChange: (translations: Translations) => void
}

/** Name and description in other languages. */
function TranslationsEditor({ translations, onChange }: TranslationsEditorProps) {
  const missing = LOCALES.filter((locale) => !(locale in translations))
  const [chosen, setChosen] = useState<string>('')
  const next = missing.find((locale) => locale === chosen) ?? missing[0]
  return (
    <Fieldset legend={t`Translations`}>
      <Stack>
        {Object.keys(translations).length === 0 && (
          <Text c="dimmed">{t({ message: 'None yet.', context: 'translations' })}</Text>
        )}
        {Object.entries(translations).map(([locale, words]) => {
          const language = languages.of(locale) ?? locale
          const set = (changed: object) => onChange({ ...translations, [locale]: { ...words, ...changed } })
          return (
            <Stack key={locale} gap="xs">
              <TextInput
                label={t`Name in ${language}`}
                lang={locale}
                dir="auto"
                maxLength={100}
                value={words.name ?? ''}
                onChange={({ currentTarget }) => set({ name: currentTarget.value })}
              />
              <Textarea
                label={t`Description in ${language}`}
                lang={locale}
                dir="auto"
                maxLength={1000}
                value={words.description ?? ''}
                onChange={({ currentTarget }) => set({ description: currentTarget.value })}
              />
            </Stack>
          )
        })}
        {next && (
          <Group align="flex-end" gap="xs">
            <NativeSelect
              label={t`Language`}
              data={missing.map((value) => ({ value, label: languages.of(value) ?? value }))}
              value={next}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            />
            <Button variant="default" onClick={() => onChange({ ...translations, [next]: {} })}>
              <Trans>Add language</Trans>
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  )
}
