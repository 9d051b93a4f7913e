import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, ColorInput, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { Form } from '../../forms/form.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { useSaveOver } from '../../forms/use-save-over.ts'
import { Card } from '../../ui/card.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { organizationCalls, shadesQuery, useShowSaved } from './queries.ts'

type Organization = Schemas['Organization']

const bodyOf = ({ address, phone, brand_color, privacy_url }: Organization) => ({
  address,
  phone,
  brand_color,
  privacy_url,
})

type Body = ReturnType<typeof bodyOf>

/** Fields of the form have texts alone: an empty one stands for none. */
const typedOf = (body: Body): Record<keyof Body, string> => ({
  address: body.address ?? '',
  phone: body.phone ?? '',
  brand_color: body.brand_color ?? '',
  privacy_url: body.privacy_url ?? '',
})

const asBody = (typed: Record<keyof Body, string>): Body => ({
  address: typed.address.trim() || null,
  phone: typed.phone.trim() || null,
  brand_color: typed.brand_color.trim() || null,
  privacy_url: typed.privacy_url.trim() || null,
})

/** Address, phone, colour and privacy notice, as guests see them. */
export function BrandForm({ organization }: { organization: Organization }) {
  const showSaved = useShowSaved()
  const over = useSaveOver<Organization, Body>({ resource: organization, bodyOf, ...organizationCalls })
  const [color, setColor] = useState(organization.brand_color ?? '')
  const { fields, setSaved, ...form } = useApiForm({
    initialValues: typedOf(bodyOf(organization)),
    submit: (typed) => over.save(asBody(typed)),
    onError: over.onError,
    async onSuccess(saved) {
      notifyDone(t`Brand saved.`)
      await showSaved(saved)
    },
  })
  fields.watch('brand_color', ({ value }) => setColor(value))
  return (
    <Card
      title={t`What guests see`}
      description={t`On their pages, in e-mails, on the screen in the room and on the poster, with the name and logo`}
    >
      <Form of={form} over={over} fill={(now) => setSaved(typedOf(bodyOf(now)))}>
        <Textarea
          key={fields.key('address')}
          label={t`Address`}
          description={t`As people read it, over several lines`}
          autosize
          minRows={2}
          autoComplete="street-address"
          {...fields.getInputProps('address')}
        />
        <TextInput
          key={fields.key('phone')}
          label={t`Phone`}
          description={t`Guests can call it from their page`}
          type="tel"
          autoComplete="tel"
          {...fields.getInputProps('phone')}
        />
        <ColorInput
          key={fields.key('brand_color')}
          label={t`Colour`}
          description={t`For buttons and numbers; empty for Usher's green`}
          placeholder="#1f5c4d"
          eyeDropperButtonProps={{ 'aria-label': t`Pick one from the screen` }}
          {...fields.getInputProps('brand_color')}
        />
        <ColorPreview color={color} />
        <TextInput
          key={fields.key('privacy_url')}
          label={t`Privacy notice`}
          description={t`Web address, linked where guests are asked for a phone number`}
          placeholder="https://"
          type="url"
          {...fields.getInputProps('privacy_url')}
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
