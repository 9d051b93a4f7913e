import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, ColorInput, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/client.ts'
import { Form } from '../../forms/form.tsx'
import { textOrNull } from '../../forms/number-field.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { Card } from '../../ui/card.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { organizationCalls, shadesQuery, useShowSaved } from './queries.ts'

type Organization = Schemas['Organization']

/** Fields of the form have texts alone: an empty one stands for none. */
const valuesOf = (organization: Organization) => ({
  address: organization.address ?? '',
  phone: organization.phone ?? '',
  brand_color: organization.brand_color ?? '',
  privacy_url: organization.privacy_url ?? '',
})

const bodyOf = (typed: ReturnType<typeof valuesOf>) => ({
  address: textOrNull(typed.address),
  phone: textOrNull(typed.phone),
  brand_color: textOrNull(typed.brand_color),
  privacy_url: textOrNull(typed.privacy_url),
})

/** Address, phone, colour and privacy notice, as guests see them. */
export function BrandForm({ organization }: { organization: Organization }) {
  const showSaved = useShowSaved()
  const { field, values, ...form } = useEditForm({
    resource: organization,
    valuesOf,
    bodyOf,
    ...organizationCalls,
    async onSuccess(saved) {
      notifyDone(t`Brand saved.`)
      await showSaved(saved)
    },
  })
  return (
    <Card
      title={t`What guests see`}
      description={t`On their pages, in e-mails, on the screen in the room and on the poster, with the name and logo`}
    >
      <Form of={form}>
        <Textarea
          label={t`Address`}
          description={t`As people read it, over several lines`}
          autosize
          minRows={2}
          autoComplete="street-address"
          {...field('address')}
        />
        <TextInput
          label={t`Phone`}
          description={t`Guests can call it from their page`}
          type="tel"
          autoComplete="tel"
          {...field('phone')}
        />
        <ColorInput
          label={t`Colour`}
          description={t`For buttons and numbers; empty for Usher's green`}
          placeholder="#1f5c4d"
          eyeDropperButtonProps={{ 'aria-label': t`Pick one from the screen` }}
          {...field('brand_color')}
        />
        <ColorPreview color={values.brand_color} />
        <TextInput
          label={t`Privacy notice`}
          description={t`Web address, linked where guests are asked for a phone number`}
          placeholder="https://"
          type="url"
          {...field('privacy_url')}
        />
        <Group>
          <Button type="submit" loading={form.isSending}>{t`Save brand`}</Button>
        </Group>
      </Form>
    </Card>
  )
}

/** The shades of a colour that guests see, and why they differ from it. */
function ColorPreview({ color }: { color: string }) {
  const { data = [] } = useQuery(shadesQuery(color))
  if (data.length === 0) return null
  const isChanged = data.some(({ brand }) => brand !== color.toLowerCase())
  return (
    <Stack gap={4}>
      <Group gap="xs">
        {data.map(({ brand, onBrand }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the first is of light pages, the second of dark ones
          <Badge key={n} size="lg" color={brand} c={onBrand} tt="none">
            {n === 0 ? t`Light: ${{ color: brand }}` : t`Dark: ${{ color: brand }}`}
          </Badge>
        ))}
      </Group>
      {isChanged && (
        <Text size="sm" c="dimmed">
          <Trans>Guests see these shades, because text in the colour itself would be hard to read.</Trans>
        </Text>
      )}
    </Stack>
  )
}
