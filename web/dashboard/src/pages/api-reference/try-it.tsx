import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { Play, Square } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '../../api/session.ts'
import { Card } from '../../ui/card.tsx'
import { CodeSamples } from '../../ui/code-samples.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { AnswerView } from './answer-view.tsx'
import { curlOf, isInSdk, sdkOf } from './code.ts'
import type { ApiOperation, Schemas } from './document.ts'
import { InputFields } from './input-fields.tsx'
import { callOf, type Input, isBrokenJson, isGrave, missingOf } from './request.ts'
import { exampleOf } from './schema.ts'
import { type Calling, useCall } from './use-call.ts'
import { type SenderChoice, SenderField, senderOf } from './who.tsx'

interface Props {
  readonly operation: ApiOperation
  readonly schemas: Schemas
  readonly senderChoice: SenderChoice
  readonly onSenderChoice: (senderChoice: SenderChoice) => void
}

/** A console that sends real calls of an operation and shows them as code. */
export function TryIt({ operation, schemas, senderChoice, onSenderChoice }: Props) {
  const [input, setInput] = useState(() => inputOf(operation, schemas))
  const [isAsking, setAsking] = useState(false)
  const [wasSent, setSent] = useState(false)
  const { csrf_token } = useMe()
  const call = useCall()
  const sender = senderOf(operation, senderChoice, csrf_token)
  const missing = missingOf(operation, input)
  const run = () => {
    if (sender) void call.start(callOf(operation, input), sender)
  }
  const ask = () => {
    setSent(true)
    if (missing.length > 0 || isBrokenJson(operation, input)) return
    if (isGrave(operation)) setAsking(true)
    else run()
  }
  return (
    <Card title={t`Try it`} description={t`Calls are real and can change your data.`}>
      <SenderField operation={operation} senderChoice={senderChoice} onChange={onSenderChoice} />
      <InputFields
        operation={operation}
        schemas={schemas}
        input={input}
        onChange={setInput}
        missing={wasSent ? missing : []}
      />
      <SendButtons call={call} isReady={sender !== undefined} onSend={ask} />
      <FormProblem text={call.isLost ? t`No response. Check the connection and try again.` : undefined} />
      {call.answer && <AnswerView answer={call.answer} />}
      <AsCode operation={operation} input={input} />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t`Send ${{ operation: operation.id }}?`}
        verb={t`Send it`}
        run={async () => run()}
        onDone={() => setAsking(false)}
      >
        <Trans>This is a real call and may be impossible to undo:</Trans>
        <Text fw={600} mt="md" style={{ overflowWrap: 'anywhere' }}>
          {operation.method} {callOf(operation, input).target}
        </Text>
      </ConfirmDialog>
    </Card>
  )
}

interface SendButtonsProps {
  readonly call: Calling
  readonly isReady: boolean
  readonly onSend: () => void
}

function SendButtons({ call: { isRunning, answer, stop }, isReady, onSend }: SendButtonsProps) {
  return (
    <Group>
      <Button
        leftSection={<Play size={18} aria-hidden />}
        onClick={onSend}
        loading={isRunning && !answer}
        disabled={!isReady || isRunning}
      >
        <Trans>Send</Trans>
      </Button>
      {isRunning && (
        <Button variant="default" leftSection={<Square size={18} aria-hidden />} onClick={stop}>
          <Trans>Stop</Trans>
        </Button>
      )}
    </Group>
  )
}

/** The initial input: an example body with the required fields. */
function inputOf({ body }: ApiOperation, schemas: Schemas): Input {
  if (!body) return { values: {}, body: undefined }
  if (body.media !== 'application/json') return { values: {}, body: '' }
  return { values: {}, body: JSON.stringify(exampleOf(body.schema, schemas, { isWhole: false }), null, 2) }
}

function AsCode({ operation, input }: { operation: ApiOperation; input: Input }) {
  const origin = window.location.origin
  const samples = {
    curl: curlOf(operation, callOf(operation, input), origin),
    ...(isInSdk(operation) && { TypeScript: sdkOf(operation, input, origin) }),
  }
  return <CodeSamples label={t`This call`} samples={samples} />
}
