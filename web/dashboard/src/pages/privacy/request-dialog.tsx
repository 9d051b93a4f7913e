import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Modal, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { useMe } from '../../api/session.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { FormProblem } from '../../ui/form-problem.tsx'

type Kind = Schemas['PrivacyRequest']['kind']
type SubjectKind = 'phone' | 'email' | 'guest_id' | 'organization'

interface Props {
  readonly onClose: () => void
  readonly onAsked: () => Promise<void>
}

export function RequestDialog({ isOpen, ...props }: Props & { isOpen: boolean }) {
  return (
    <Modal opened={isOpen} onClose={props.onClose} title={t`Export or erase`}>
      <RequestForm {...props} />
    </Modal>
  )
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
  const { fields, problem, isSending, onSubmit } = useApiForm({
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
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormProblem text={problem} />
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
            <TextInput
              key={fields.key('subject')}
              label={i18n._(LABELS[subjectKind])}
              {...fields.getInputProps('subject')}
            />
            <Radio.Group
              key={fields.key('kind')}
              label={t({ message: 'Action', context: 'export or erase data' })}
              {...fields.getInputProps('kind')}
            >
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
        <Button type="submit" loading={isSending}>
          <Trans context="begin an export or erasure">Start</Trans>
        </Button>
      </Stack>
    </form>
  )
}
