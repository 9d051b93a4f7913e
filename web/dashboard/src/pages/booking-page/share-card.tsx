import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { serviceTypesQuery } from '../../api/bookables.ts'
import { Card } from '../../ui/card.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { QrCode } from '../../ui/qr-code.tsx'

interface Props {
  readonly url: string
  /** Whether other sites may show the page. */
  readonly hasSites: boolean
}

/** The link to the page or to one service on it, as text, QR code and code for a site. */
export function ShareCard({ url, hasSites }: Props) {
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
