import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, FileButton, Group, Image, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { getCountries } from 'libphonenumber-js/min'
import { api, type Schemas } from '../../api/client.ts'
import { messageOf } from '../../api/problem.ts'
import { useForgetSession, useMe, useRefreshMe } from '../../api/session.ts'
import { Form } from '../../forms/form.tsx'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { locale } from '../../language/language.ts'
import { Card } from '../../ui/card.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BookingMessagesForm } from './booking-messages-form.tsx'
import { BrandForm } from './brand-form.tsx'
import { organizationCalls, organizationQuery, useShowSaved } from './queries.ts'

/** Organisation settings, its brand, and closing it. */
export function Page() {
  const { data: shown } = useSuspenseQuery(organizationQuery)
  const { role } = useMe().member
  return (
    <Stack gap="lg" maw={720}>
      <PageHeader title={t`Organisation`} />
      <SettingsForm organization={shown} />
      <LogoCard organization={shown} />
      <BrandForm organization={shown} />
      <BookingMessagesForm organization={shown} />
      {role === 'owner' && <CloseCard name={shown.name} />}
    </Stack>
  )
}

/** Closes the organisation after its name is typed. */
function CloseCard({ name }: { name: string }) {
  return (
    <Card
      title={t`Close the organisation`}
      description={t`Permanently erases its queues, guests, bookings, messages, members and keys.`}
    >
      <div>
        <DialogButton
          variant="filled"
          color="red"
          verb={<Trans context="the organisation">Close it</Trans>}
          title={t`Close the organisation`}
        >
          {() => <CloseForm name={name} />}
        </DialogButton>
      </div>
    </Card>
  )
}

function CloseForm({ name }: { name: string }) {
  const forgetSession = useForgetSession()
  const { field, ...form } = useApiForm({
    initialValues: { confirm_name: '' },
    validate: {
      confirm_name: (typed) => (typed === name ? null : t`Type the name exactly as shown`),
    },
    submit: ({ confirm_name }) =>
      api.post('/account/privacy-requests', {
        body: { kind: 'erasure', subject: { organization: true }, confirm_name },
      }),
    // The session ends with the organisation. Reloading the member is not enough: for up to a second the gateway
    // may still accept the session, and the page would stay open.
    onSuccess: forgetSession,
  })
  return (
    <Form
      of={form}
      intro={
        <Text>{t`Everything in ${name} is erased and everybody is signed out. This cannot be undone. Export the data first, under Privacy.`}</Text>
      }
      verb={t`Erase everything`}
      color="red"
    >
      <TextInput
        label={t`Type ${name} to confirm`}
        autoComplete="off"
        data-autofocus
        {...field('confirm_name')}
      />
    </Form>
  )
}

const names = new Intl.DisplayNames(locale, { type: 'region' })

/** The countries that phone numbers can be of, by name. */
const countries = (): { value: string; label: string }[] =>
  getCountries()
    .map((code) => ({ value: code as string, label: names.of(code) ?? code }))
    .toSorted((one, other) => one.label.localeCompare(other.label, locale))

/** The time zones that the browser knows, and in any case the one that is set. */
const timezones = (set: string): string[] => [...new Set([set, 'UTC', ...Intl.supportedValuesOf('timeZone')])]

type Organization = Schemas['Organization']

type Settings = Pick<Organization, 'name' | 'country' | 'timezone' | 'guest_retention_days'>

const settingsOf = ({ name, country, timezone, guest_retention_days }: Settings): Settings => ({
  name,
  country,
  timezone,
  guest_retention_days,
})

function SettingsForm({ organization }: { organization: Organization }) {
  const refreshMe = useRefreshMe()
  const { field, ...form } = useEditForm({
    resource: organization,
    valuesOf: settingsOf,
    bodyOf: settingsOf,
    ...organizationCalls,
    validate: { name: needed(t`Enter a name`) },
    async onSuccess() {
      notifyDone(t`Settings saved.`)
      await refreshMe()
    },
  })
  return (
    <Card
      title={t`Settings`}
      description={organization.plan === 'development' ? t`Plan: development` : t`Plan: standard`}
    >
      <Form of={form}>
        <TextInput
          label={t`Name`}
          description={t`Shown to guests in messages and on pages`}
          {...field('name')}
        />
        <Select
          label={t`Country`}
          description={t`Used for phone numbers without a country code`}
          data={countries()}
          searchable
          allowDeselect={false}
          {...field('country')}
        />
        <Select
          label={t`Time zone`}
          description={t`For new queues`}
          data={timezones(organization.timezone)}
          searchable
          allowDeselect={false}
          {...field('timezone')}
        />
        <NumberInput
          label={t`Days to keep guest data`}
          description={t`Guests who have left are anonymised after this time`}
          min={1}
          max={3650}
          {...field('guest_retention_days')}
        />
        <Group>
          <Button type="submit" loading={form.isSending}>{t`Save`}</Button>
        </Group>
      </Form>
    </Card>
  )
}

const upload = async (file: File) =>
  (await api.put('/account/organization/logo', { body: { data: await logoDataOf(file) } })).data
const remove = async () => (await api.delete('/account/organization/logo')).data

const problemOf = (error: Error): string => (error instanceof UnfitImage ? error.message : messageOf(error))

/** The logo, uploaded and removed at once. */
export function LogoCard({ organization }: { organization: Schemas['Organization'] }) {
  const showSaved = useShowSaved()
  const change = useMutation({
    mutationFn: (file: File | null) => (file ? upload(file) : remove()),
    async onSuccess(saved, file) {
      notifyDone(file ? t`Logo saved.` : t`Logo removed.`)
      await showSaved(saved)
    },
  })
  const { logo_url } = organization
  return (
    <Card title={t`Logo`} description={t`PNG, JPEG or WebP. Large images are made smaller.`}>
      <FormProblem text={change.error ? problemOf(change.error) : undefined} />
      {logo_url && (
        <Group>
          <Image
            src={new URL(logo_url).pathname}
            alt={t`The logo`}
            h={64}
            w="auto"
            maw={240}
            fit="contain"
            bg="white"
            p={4}
          />
        </Group>
      )}
      <Group>
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => file && change.mutate(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={change.isPending}>
              {logo_url ? t`Replace the logo` : t`Upload a logo`}
            </Button>
          )}
        </FileButton>
        {logo_url && (
          <Button
            variant="subtle"
            color="red"
            disabled={change.isPending}
            onClick={() => change.mutate(null)}
          >
            <Trans>Remove</Trans>
          </Button>
        )}
      </Group>
    </Card>
  )
}

/** Longest side of a logo, in pixels: twice the largest on a page. */
const MAX_SIDE = 480
/** The API takes no larger images. */
const MAX_BYTES = 65_536
/** Sides of further attempts, in parts of the first. */
const SCALES = [1, 0.7, 0.5, 0.3]

/** A file that cannot be a logo; the message says what to do. */
class UnfitImage extends Error {
  override readonly name = 'UnfitImage'
}

/**
 * An image file as the API takes a logo: at most {@link MAX_SIDE} pixels on either side, in base64.
 *
 * @throws UnfitImage if the browser cannot read it, or it stays too large
 */
async function logoDataOf(file: File): Promise<string> {
  const image = await createImageBitmap(file).catch(() => {
    throw new UnfitImage(t`This file is not an image that can be read. Choose a PNG, JPEG or WebP.`)
  })
  const fit = Math.min(1, MAX_SIDE / Math.max(image.width, image.height))
  for (const scale of SCALES) {
    const blob = await drawn(image, fit * scale)
    if (blob.size <= MAX_BYTES) return await base64Of(blob)
  }
  throw new UnfitImage(t`This image is too detailed for a logo. Choose a simpler one.`)
}

async function drawn(image: ImageBitmap, scale: number): Promise<Blob> {
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  const canvas = new OffscreenCanvas(side(image.width), side(image.height))
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  // Not WebP: some mail programs do not show it.
  return await canvas.convertToBlob({ type: 'image/png' })
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
