import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { usePrefetchQuery, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { providersQuery, serviceTypesQuery } from '../../api/bookables.ts'
import { useCan } from '../../api/session.ts'
import { Clash } from '../../forms/clash.tsx'
import { Form } from '../../forms/form.tsx'
import { SaveRow } from '../../forms/save-row.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { useSaveOver } from '../../forms/use-save-over.ts'
import { Card } from '../../ui/card.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Part } from '../../ui/part.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { RefusedAttempts } from '../../ui/refused-attempts.tsx'
import { AddressCard } from './address-card.tsx'
import { type BookingPage, bookingPageCalls, bookingPageQuery, bookingPageRefusalsQuery } from './queries.ts'
import { ServicesCard } from './services-card.tsx'

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
      <Part>
        <ServicesCard />
        {url && <ShareCard url={url} hasSites={embed_sites.length > 0} />}
      </Part>
      <RefusedAttempts refusals={refusals} />
      {canWrite && slug !== null && <SitesCard page={page} />}
      {canWrite && slug !== null && <AddressCard key={slug} page={page} />}
    </Stack>
  )
}

const bodyOf = ({ embed_sites }: BookingPage) => ({ embed_sites })
const valuesOf = ({ embed_sites }: BookingPage) => ({ embed_sites: embed_sites.join('\n') })

/** The sites that may show the page in a frame. */
function SitesCard({ page }: { page: BookingPage }) {
  const [values, setValues] = useState(valuesOf(page))
  const over = useSaveOver({ resource: page, bodyOf, ...bookingPageCalls(useQueryClient()) })
  const { fields, setSaved, ...form } = useApiForm({
    initialValues: valuesOf(page),
    onChange: setValues,
    submit: ({ embed_sites }) => over.save({ embed_sites: sitesOf(embed_sites) }),
    onError: over.onError,
    onSuccess(saved) {
      setSaved(valuesOf(saved))
      notifyDone(t`Saved`)
    },
  })
  return (
    <Card title={t`On your own sites`} description={t`No other site can show the page in a frame.`}>
      <Form of={form}>
        <Clash
          over={over}
          bodyOf={bodyOf}
          onKeepMine={form.onSubmit}
          onTakeTheirs={(now) => setSaved(valuesOf(now))}
        />
        <Textarea
          key={fields.key('embed_sites')}
          label={t`Your sites`}
          description={t`One per line, such as www.example.com`}
          autosize
          minRows={2}
          spellCheck={false}
          autoCapitalize="none"
          {...fields.getInputProps('embed_sites')}
        />
        <SaveRow
          isSending={form.isSending}
          isChanged={over.isChanged({ embed_sites: sitesOf(values.embed_sites) })}
        />
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
          data={[
            { value: '', label: t`All services` },
            ...online.map(({ id: value, name: label }) => ({ value, label })),
          ]}
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
      <CopyText {...{ label, text }} />
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
