import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Fieldset, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { locale } from '../../language/language.ts'
import type { Translations } from './values.ts'

const LOCALES = ['en', 'es', 'fr', 'de', 'it', 'pt', 'nl', 'ja', 'zh', 'ar'] as const

const languages = new Intl.DisplayNames(locale, { type: 'language' })

interface Props {
  readonly translations: Translations
  readonly onChange: (translations: Translations) => void
}

/** Name and description in other languages. */
export function TranslationsEditor({ translations, onChange }: Props) {
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
