import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import {
  useMutation,
  usePrefetchQuery,
  useQuery,
  useQueryClient,
  useSuspenseQueries,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { UsherError } from '@usher/sdk/client'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { providersQuery, serviceTypeCalls, serviceTypePath, serviceTypesQuery } from '../../api/bookables.ts'
import type { Schemas } from '../../api/client.ts'
import { useCan, useMe } from '../../api/session.ts'
import { Form } from '../../forms/form.tsx'
import { needed } from '../../forms/rules.ts'
import { ChangedMeanwhile, saveOver } from '../../forms/save-over.ts'
import { SaveRow } from '../../forms/save-row.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { notifyDone, notifyError, notifyProblem } from '../../ui/notify.ts'
import { optionsOf } from '../../ui/options.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { RefusedAttempts } from '../../ui/refused-attempts.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { type BookingPage, bookingPageCalls, bookingPageQuery, bookingPageRefusalsQuery } from './queries.ts'

type ServiceType = Schemas['ServiceType']

/** The page on which customers book by themselves. */
export function Page() {
  usePrefetchQuery(serviceTypesQuery)
  usePrefetchQuery(providersQuery)
  const { data: page } = useSuspenseQuery(bookingPageQuery)
  const { data: refusals = [] } = useQuery(bookingPageRefusalsQuery)
  const canWrite = useCan('service-types:write')
  const { slug, url, embed_sites } = page
  return (
    <Stack gap="lg" maw={820}>
      <PageHeader
        title={t`Booking page`}
        description={t`Customers book by themselves, without an account.`}
      />
      {canWrite && slug === null && <AddressCard page={page} />}
      <ServicesCard />
      {url && <ShareCard url={url} hasSites={embed_sites.length > 0} />}
      {canWrite && slug !== null && <SitesCard page={page} />}
      {canWrite && slug !== null && <AddressCard key={slug} page={page} />}
      <RefusedAttempts refusals={refusals} />
    </Stack>
  )
}

const valuesOf = ({ embed_sites }: BookingPage) => ({ embed_sites: embed_sites.join('\n') })

/** The sites that may show the page in a frame. */
function SitesCard({ page }: { page: BookingPage }) {
  const { field, setSaved, ...form } = useEditForm({
    resource: page,
    valuesOf,
    bodyOf: ({ embed_sites }) => ({ embed_sites: sitesOf(embed_sites) }),
    ...bookingPageCalls(useQueryClient()),
    onSuccess(saved) {
      setSaved(valuesOf(saved))
      notifyDone(t`Saved`)
    },
  })
  return (
    <Card title={t`On your own sites`} description={t`No other site can show the page in a frame.`}>
      <Form of={form}>
        <Textarea
          label={t`Your sites`}
          description={t`One per line, such as www.example.com`}
          autosize
          minRows={2}
          spellCheck={false}
          autoCapitalize="none"
          {...field('embed_sites')}
        />
        <SaveRow of={form} />
      </Form>
    </Card>
  )
}

/**
 * The origins of sites as people enter them, one on a line: `www.example.com/contact` is `https://www.example.com`. What is
 * no address stays as it is, for the API to refuse.
 */
const sitesOf = (typed: string): string[] => [...new Set(typed.split(/\s+/).filter(Boolean).map(originOf))]

function originOf(typed: string): string {
  const address = /^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`
  return URL.canParse(address) ? new URL(address).origin : typed
}

interface Props {
  readonly url: string
  /** Whether other sites may show the page. */
  readonly hasSites: boolean
}

/** The link to the page or to one service on it, as text, QR code and code for a site. */
function ShareCard({ url, hasSites }: Props) {
  const { data: types } = useSuspenseQuery(serviceTypesQuery)
  const online = types.filter(({ online_booking }) => online_booking?.enabled)
  const [wanted, setWanted] = useState('')
  const service = online.find(({ id }) => id === wanted)
  const link = service ? `${url}/${service.id}` : url
  return (
    <Card
      title={t`Share`}
      description={t`Send the link, print the code, or show the page on your own site.`}
      action={
        <Button
          component="a"
          href={new URL(link).pathname}
          target="_blank"
          rel="noopener"
          variant="default"
          leftSection={<ExternalLink size={18} aria-hidden />}
        >
          <Trans>Open the page</Trans>
        </Button>
      }
    >
      {online.length > 1 && (
        <NativeSelect
          label={t`Link to`}
          data={optionsOf(online, t`All services`)}
          value={service?.id ?? ''}
          onChange={(event) => setWanted(event.currentTarget.value)}
          maw={320}
        />
      )}
      <Group gap="lg">
        <QrCode text={link} label={t`QR code for booking`} />
        <Stack flex="1 1 16rem" miw={0}>
          <Copied label={t`Link`} text={link} />
          {hasSites && <Copied label={t`Code for a site`} text={embedCode(url, service?.id)} />}
        </Stack>
      </Group>
    </Card>
  )
}

function Copied({ label, text }: { label: string; text: string }) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <CopyText label={label} text={text} />
    </Stack>
  )
}

/** The code that shows the booking page, or one service of it, in another site. */
function embedCode(url: string, serviceId: string | undefined): string {
  const { origin, pathname } = new URL(url)
  const slug = pathname.split('/').at(-1)
  const script = `<script async src="${origin}/embed.js"`
  if (serviceId === undefined) return `${script} data-usher-book="${slug}"></script>`
  return `<div data-usher-book="${slug}" data-service="${serviceId}"></div>\n${script}></script>`
}

/** Which service types customers can book on the page. */
function ServicesCard() {
  const [{ data: types }, { data: providers }] = useSuspenseQueries({
    queries: [serviceTypesQuery, providersQuery],
  })
  const active = new Set(providers.filter((one) => one.active).map(({ id }) => id))
  return (
    <Card title={t`Services`} description={t`What customers can book themselves.`}>
      {types.length === 0 && (
        <Group>
          <Text c="dimmed">{t`No service types yet.`}</Text>
          <Anchor href="/service-types">{t`Service types`}</Anchor>
        </Group>
      )}
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {types.map((type) => (
          <ServiceRow key={type.id} type={type} hint={hintOf(type, active)} />
        ))}
      </Stack>
    </Card>
  )
}

/** Why customers cannot book a service type even when it is switched on. */
function hintOf({ active, provider_ids }: ServiceType, providers: ReadonlySet<string>): string | undefined {
  if (!active) return t`Not shown: “Can be booked” is off.`
  if (!provider_ids.some((id) => providers.has(id))) return t`Not shown: it has no active provider.`
  return undefined
}

function ServiceRow({ type, hint }: { type: ServiceType; hint: string | undefined }) {
  const canWrite = useCan('service-types:write')
  const { mutate, isPending, variables } = useSwitchOnline(type)
  const isOnline = isPending ? variables : !!type.online_booking?.enabled
  const { duration_minutes } = type
  const questions = type.online_booking?.questions.length ?? 0
  const details = [
    plural(duration_minutes, { one: '# minute', other: '# minutes' }),
    isOnline && plural(questions, { 0: 'no questions', one: '# question', other: '# questions' }),
  ]
  const turn = (isOn: boolean) => {
    if (!isPending) mutate(isOn)
  }
  return (
    <Group component="li" justify="space-between" align="flex-start" gap="sm" wrap="nowrap">
      <Stack gap={2} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Anchor href={serviceTypePath(type.id)}>{type.name}</Anchor>
        <Text size="sm" c="dimmed">
          {details.filter(Boolean).join(' · ')}
        </Text>
        {isOnline && hint && (
          <Text size="sm" c="var(--usher-warn-text)">
            {hint}
          </Text>
        )}
      </Stack>
      {canWrite ? (
        <Switch
          aria-label={t`Customers can book ${{ service: type.name }}`}
          checked={isOnline}
          onChange={(event) => turn(event.currentTarget.checked)}
        />
      ) : (
        <StatusBadge tone={isOnline ? 'good' : 'plain'}>
          {isOnline
            ? t({ message: 'On the page', context: 'a service type' })
            : t({ message: 'Not on the page', context: 'a service type' })}
        </StatusBadge>
      )}
    </Group>
  )
}

const onlineOf = ({ online_booking }: ServiceType) => ({ online_booking })

const DEFAULTS = { questions: [], max_visits: 1, cancel_until_minutes: 0, verification: 'none' as const }

const send = (type: ServiceType, isOn: boolean) =>
  saveOver({
    ...serviceTypeCalls(type.id),
    bodyOf: onlineOf,
    before: onlineOf(type),
    body: { online_booking: { ...(type.online_booking ?? DEFAULTS), enabled: isOn } },
  })

/** Puts a service type on the booking page, or takes it off and keeps how it is booked. */
function useSwitchOnline(type: ServiceType) {
  const queryClient = useQueryClient()
  const { name: service } = type
  return useMutation({
    mutationFn: (isOn: boolean) => send(type, isOn),
    onSuccess: (_, isOn) => notifyDone(isOn ? t`${service} is on the page.` : t`${service} is off the page.`),
    onError(error) {
      if (!(error instanceof ChangedMeanwhile)) return notifyError(error)
      notifyProblem(service, t`Somebody else changed this in the meantime. Check it and try again.`)
    },
    onSettled: () => queryClient.invalidateQueries(serviceTypesQuery),
  })
}

const addressOf = ({ slug }: BookingPage) => ({ slug: slug ?? '' })

/** Makes the page, or changes its address. */
function AddressCard({ page }: { page: BookingPage }) {
  const isNew = page.slug === null
  const suggested = slugOf(useMe().organization.name)
  const { field, fields, ...form } = useEditForm({
    resource: page,
    valuesOf: addressOf,
    bodyOf: (values) => values,
    initialValues: { slug: page.slug ?? suggested },
    ...bookingPageCalls(useQueryClient()),
    validate: { slug: needed(t`Enter an address`) },
    onError(error) {
      if (!(error instanceof UsherError) || error.code !== 'slug_taken') return false
      fields.setFieldError('slug', t`Another page has this address. Choose another.`)
      fields.getInputNode('slug')?.focus()
      return true
    },
    onSuccess: () => notifyDone(isNew ? t`The booking page is ready.` : t`Saved`),
  })
  return (
    <Card title={t`Address`} description={isNew ? t`Customers open the page with this address.` : undefined}>
      <Form of={form}>
        <TextInput
          label={t`End of the address`}
          description={
            isNew
              ? `${location.origin}/book/…`
              : t`If you change it, links and QR codes you have shared stop working.`
          }
          maxLength={60}
          spellCheck={false}
          autoCapitalize="none"
          {...field('slug')}
        />
        {isNew ? (
          <Group>
            <Button type="submit" loading={form.isSending}>{t`Create the page`}</Button>
          </Group>
        ) : (
          <SaveRow of={form} />
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
