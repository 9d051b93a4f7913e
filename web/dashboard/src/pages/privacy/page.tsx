import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Progress, Radio, Stack, Text, TextInput } from '@mantine/core'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { Download, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { useMe } from '../../api/session.ts'
import { Form } from '../../forms/form.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Card } from '../../ui/card.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { timeText } from '../../ui/time.ts'

const POLL_MS = 2_000

const requestsQuery = queryOptions({
  queryKey: ['privacy-requests'],
  // Poll while a request is in progress.
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'running') ? POLL_MS : false),
  queryFn: () => api.all('/account/privacy-requests'),
})

/** Exports and erasures of personal data. */
export function Page() {
  const { data: all, refetch } = useSuspenseQuery(requestsQuery)
  return (
    <Stack gap="lg" maw={900}>
      <ListPage
        title={t`Privacy`}
        description={t`Export or erase what you keep about a person.`}
        add={{
          verb: t`Export or erase`,
          title: t`Export or erase`,
          form: (close) => (
            <RequestForm
              onClose={close}
              onAsked={async () => {
                await refetch()
              }}
            />
          ),
        }}
        empty={{
          icon: ShieldCheck,
          title: t`No requests yet`,
          text: t`When a guest asks for a copy of their data or to have it erased, this does it in every part of Usher.`,
        }}
        gap="lg"
      >
        {all.map((request) => (
          <RequestCard key={request.id} request={request} />
        ))}
      </ListPage>
    </Stack>
  )
}

type Request = Schemas['PrivacyRequest']

/** How many services are done. */
const doneOf = (parts: Request['parts']): number =>
  parts.filter(({ status }) => status === 'completed').length

function progressOf({ parts, completed_at }: Request): string {
  const [done, total] = [doneOf(parts), parts.length]
  const records = parts.reduce((sum, part) => sum + part.records, 0)
  if (!completed_at) {
    return t`${done} of ${total} parts of Usher done, ${plural(records, { one: '# record', other: '# records' })}`
  }
  const time = timeText(completed_at)
  return t`${done} of ${total} parts of Usher done, ${plural(records, { one: '# record', other: '# records' })}, on ${time}`
}

/** One request with its progress. */
export function RequestCard({ request }: { request: Request }) {
  const { id, kind, subject, status, parts, created_at, expires_at } = request
  const whose = subject.organization
    ? t`The whole organisation`
    : (subject.phone ?? subject.email ?? subject.guest_id ?? '')
  const { member } = useMe()
  const isOpen = !subject.organization || member.role === 'owner'
  const isReady = kind === 'export' && status === 'completed' && isOpen
  return (
    <Card
      title={kind === 'export' ? t`Export: ${whose}` : t`Erasure: ${whose}`}
      description={t`Requested ${{ time: timeText(created_at) }}`}
      action={
        <StatusBadge tone={status === 'completed' ? 'good' : 'warn'}>
          {status === 'completed' ? t`Completed` : t`In progress`}
        </StatusBadge>
      }
    >
      {status === 'running' && (
        <Progress value={(doneOf(parts) / parts.length) * 100} aria-label={t`Progress`} />
      )}
      <Text size="sm" c="dimmed">
        {progressOf(request)}
      </Text>
      {isReady && (
        <Group>
          <Button
            component="a"
            variant="default"
            href={`/account/privacy-requests/${encodeURIComponent(id)}/result`}
            download={`${id}.json`}
            leftSection={<Download size={18} aria-hidden />}
          >
            <Trans>Download</Trans>
          </Button>
          <Text size="sm" c="dimmed">{t`Until ${{ time: timeText(expires_at) }}`}</Text>
        </Group>
      )}
    </Card>
  )
}

type Kind = Schemas['PrivacyRequest']['kind']
type SubjectKind = 'phone' | 'email' | 'guest_id' | 'organization'

interface Props {
  readonly onClose: () => void
  readonly onAsked: () => Promise<void>
}

const LABELS: Readonly<Record<Exclude<SubjectKind, 'organization'>, MessageDescriptor>> = {
  phone: msg`Phone number, e.g. +4915112345678`,
  email: msg`E-mail address`,
  guest_id: msg`Guest ID`,
}

function subjectOf(subjectKind: SubjectKind, whose: string): Schemas['PrivacyRequestCreate']['subject'] {
  if (subjectKind === 'organization') return { organization: true }
  if (subjectKind === 'phone') return { phone: whose.replace(/[\s()-]/g, '') }
  return subjectKind === 'email' ? { email: whose.trim() } : { guest_id: whose.trim() }
}

/** Erasing the whole organisation means closing it, which is on the organisation page. */
function RequestForm({ onClose, onAsked }: Props) {
  const { member } = useMe()
  const [subjectKind, setSubjectKind] = useState<SubjectKind>('phone')
  const { field, ...form } = useApiForm({
    initialValues: { kind: 'export' as Kind, subject: '' },
    validate: {
      subject: (value) =>
        subjectKind !== 'organization' && value.trim() === '' ? t`Enter whose data it is` : null,
    },
    submit: ({ kind, subject }) =>
      api.post('/account/privacy-requests', {
        body: {
          kind: subjectKind === 'organization' ? 'export' : kind,
          subject: subjectOf(subjectKind, subject),
        },
      }),
    async onSuccess() {
      onClose()
      await onAsked()
    },
  })
  return (
    <Form of={form} verb={t({ message: 'Start', context: 'begin an export or erasure' })}>
      <Radio.Group
        label={t`Whose data`}
        value={subjectKind}
        onChange={(chosen) => setSubjectKind(chosen as SubjectKind)}
      >
        <Stack gap="xs" pt={4}>
          <Radio value="phone" label={t`Everybody with a phone number`} />
          <Radio value="email" label={t`Everybody with an e-mail address`} />
          <Radio value="guest_id" label={t`One guest`} />
          {member.role === 'owner' && (
            <Radio value="organization" label={t`The whole organisation, as an export`} />
          )}
        </Stack>
      </Radio.Group>
      {subjectKind !== 'organization' && (
        <>
          <TextInput label={i18n._(LABELS[subjectKind])} {...field('subject')} />
          <Radio.Group label={t({ message: 'Action', context: 'export or erase data' })} {...field('kind')}>
            <Stack gap="xs" pt={4}>
              <Radio
                value="export"
                label={t({ message: 'Export', context: 'verb' })}
                description={t`A file to give to the person`}
              />
              <Radio value="erasure" label={t`Erase`} description={t`Permanent. This cannot be undone.`} />
            </Stack>
          </Radio.Group>
        </>
      )}
    </Form>
  )
}
