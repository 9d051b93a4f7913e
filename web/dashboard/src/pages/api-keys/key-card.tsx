import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Modal, Stack } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { type ApiVersion, VersionSelect, versionText } from '../../forms/version-select.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { Part } from '../../ui/part.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { timeText } from '../../ui/time.ts'
import { UsageView } from '../../ui/usage-view.tsx'
import { apiKeysQuery, keyUsageQuery } from './queries.ts'
import { RotateDialog } from './rotate-dialog.tsx'

interface Props {
  readonly apiKey: Schemas['ApiKey']
  readonly onSecret: (key: string) => void
}

/** One API key. */
export function KeyCard({ apiKey, onSecret }: Props) {
  const { id, name, livemode, scopes, queue_ids, last4, created_at, last_used_at, expires_at, replaced_by } =
    apiKey
  const [shown, setShown] = useState<'rotate' | 'revoke' | 'usage' | 'version'>()
  const queryClient = useQueryClient()
  const canSeeUsage = useCan('usage:read')
  const close = () => setShown(undefined)
  return (
    <Card
      title={name}
      description={t`Ends in ${last4}`}
      action={
        <Group gap="xs">
          {!livemode && (
            <StatusBadge tone="plain">
              <Trans>Test data</Trans>
            </StatusBadge>
          )}
          {replaced_by && (
            <StatusBadge tone="warn">
              <Trans>Rotated</Trans>
            </StatusBadge>
          )}
        </Group>
      }
    >
      <Facts
        of={[
          [
            t`Queues`,
            queue_ids === null ? t({ message: 'All', context: 'all queues' }) : String(queue_ids.length),
          ],
          [t`Last used`, timeText(last_used_at)],
          [t`Created`, timeText(created_at)],
          [t`Expires`, timeText(expires_at)],
          [t`API version`, versionText(apiKey.api_version)],
          [t`Scopes`, scopes.join(', ')],
        ]}
      />
      <Group gap="sm">
        {!replaced_by && (
          <Button variant="default" aria-label={t`Rotate ${name}`} onClick={() => setShown('rotate')}>
            <Trans>Rotate</Trans>
          </Button>
        )}
        <Button
          variant="default"
          aria-label={t`Change the version of ${name}`}
          onClick={() => setShown('version')}
        >
          <Trans>Change the version</Trans>
        </Button>
        <Button variant="default" aria-label={t`Revoke ${name}`} onClick={() => setShown('revoke')}>
          <Trans>Revoke</Trans>
        </Button>
        {canSeeUsage && (
          <Button variant="default" aria-label={t`Usage of ${name}`} onClick={() => setShown('usage')}>
            <Trans>Usage</Trans>
          </Button>
        )}
      </Group>
      <KeyUsage apiKey={apiKey} isOpen={shown === 'usage'} onClose={close} />
      <VersionDialog apiKey={apiKey} isOpen={shown === 'version'} onClose={close} />
      <RotateDialog apiKey={apiKey} isOpen={shown === 'rotate'} onClose={close} onSecret={onSecret} />
      <ConfirmDialog
        isOpen={shown === 'revoke'}
        onClose={close}
        title={t`Revoke ${name}`}
        verb={t`Revoke`}
        run={() => api.delete('/account/api-keys/{id}', { params: { path: { id } } })}
        onDone={async () => {
          close()
          await queryClient.invalidateQueries(apiKeysQuery)
        }}
      >
        <Trans>Requests with this key are refused at once. This cannot be undone.</Trans>
      </ConfirmDialog>
    </Card>
  )
}

interface KeyUsageProps {
  readonly apiKey: Schemas['ApiKey']
  readonly isOpen: boolean
  readonly onClose: () => void
}

function KeyUsage({ apiKey, isOpen, onClose }: KeyUsageProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t`Usage of ${{ name: apiKey.name }}, last 7 days`}
      size="lg"
    >
      <Part>
        <UsageOf id={apiKey.id} />
      </Part>
    </Modal>
  )
}

function UsageOf({ id }: { id: string }) {
  const { data: usage } = useSuspenseQuery(keyUsageQuery(id))
  return <UsageView usage={usage} nameOf={(row) => row.operation ?? ''} />
}

interface VersionDialogProps {
  readonly apiKey: Schemas['ApiKey']
  readonly onClose: () => void
}

function VersionDialog({ isOpen, ...props }: VersionDialogProps & { isOpen: boolean }) {
  const { name } = props.apiKey
  return (
    <Modal opened={isOpen} onClose={props.onClose} title={t`Change the version of ${name}`}>
      <VersionForm {...props} />
    </Modal>
  )
}

function VersionForm({ apiKey, onClose }: VersionDialogProps) {
  const queryClient = useQueryClient()
  const { fields, problem, isSending, onSubmit } = useApiForm({
    initialValues: { api_version: apiKey.api_version as ApiVersion },
    submit: (body) => api.patch('/account/api-keys/{id}', { params: { path: { id: apiKey.id } }, body }),
    async onSuccess() {
      onClose()
      notifyDone(t`Version changed.`)
      await queryClient.invalidateQueries(apiKeysQuery)
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormProblem text={problem} />
        <VersionSelect
          key={fields.key('api_version')}
          description={t`For requests with this key that name no version`}
          data-autofocus
          {...fields.getInputProps('api_version')}
        />
        <Button type="submit" loading={isSending}>
          <Trans>Save</Trans>
        </Button>
      </Stack>
    </form>
  )
}
