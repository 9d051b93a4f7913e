import { Anchor, Box, Button, Group, SimpleGrid, Stack, Switch, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { queueCalls } from '../../api/queues.ts'
import { Clash } from '../../forms/clash.tsx'
import { FormProblem } from '../../forms/form-problem.tsx'
import { NumberField } from '../../forms/number-field.tsx'
import { type Entered, numberOrNull } from '../../forms/numbers.ts'
import { useSave } from '../../forms/use-save.ts'
import { useSaveOver } from '../../forms/use-save-over.ts'
import { Card } from '../../ui/card.tsx'
import { QrCode } from '../../ui/qr-code.tsx'

const bodyOf = ({ public_join, public_join_limits }: Schemas['Queue']) => ({
  public_join,
  public_join_limits,
})

/** Whether guests join by themselves, within which limits, and where. */
export function JoinCard({ queue }: { queue: Schemas['Queue'] }) {
  const queryClient = useQueryClient()
  const [isOn, setIsOn] = useState(queue.public_join)
  const [party, setParty] = useState<Entered>(queue.public_join_limits?.max_party_size ?? '')
  const [waiting, setWaiting] = useState<Entered>(queue.public_join_limits?.max_waiting ?? '')
  const [address, setAddress] = useState<Entered>(queue.public_join_limits?.max_per_address ?? '')
  const over = useSaveOver({ resource: queue, bodyOf, ...queueCalls(queryClient, queue.id) })
  const { isSaving, problem, errorAt, onSubmit } = useSave({
    save: () => {
      const limits = {
        max_party_size: numberOrNull(party),
        max_waiting: numberOrNull(waiting),
        max_per_address: numberOrNull(address),
      }
      const isLimited = Object.values(limits).some((limit) => limit !== null)
      return over.save({ public_join: isOn, public_join_limits: isLimited ? limits : null })
    },
    onError: over.onError,
  })
  const fill = ({ public_join, public_join_limits: limits }: Schemas['Queue']) => {
    setIsOn(public_join)
    setParty(limits?.max_party_size ?? '')
    setWaiting(limits?.max_waiting ?? '')
    setAddress(limits?.max_per_address ?? '')
  }
  return (
    <Card title="Guests join by themselves" description="By a link or a QR code at the door.">
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <FormProblem text={problem} />
          <Clash {...{ over, bodyOf }} onKeepMine={onSubmit} onTakeTheirs={fill} />
          <Switch
            label="Guests can join by themselves"
            checked={isOn}
            onChange={(event) => setIsOn(event.currentTarget.checked)}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NumberField
              label="Largest party that may join"
              description="Empty: as for all"
              value={party}
              onChange={setParty}
              error={errorAt('/public_join_limits/max_party_size')}
            />
            <NumberField
              label="Most guests in the line"
              description="Beyond, nobody can join; empty: 200"
              value={waiting}
              onChange={setWaiting}
              error={errorAt('/public_join_limits/max_waiting')}
            />
            <NumberField
              label="Joins from one network in 10 minutes"
              description="Raise it where guests share your Wi-Fi or a tablet; empty: 5"
              value={address}
              onChange={setAddress}
              error={errorAt('/public_join_limits/max_per_address')}
            />
          </SimpleGrid>
          <Group>
            <Button type="submit" loading={isSaving}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
      {queue.public_join && queue.join_url && <Addresses joinUrl={queue.join_url} name={queue.name} />}
    </Card>
  )
}

/** Pages outside the dashboard, by the slug of the queue. */
function Addresses({ joinUrl, name }: { joinUrl: string; name: string }) {
  const { pathname } = new URL(joinUrl)
  const slug = pathname.split('/').at(-1) ?? ''
  return (
    <Group align="flex-start" gap="lg">
      <Box w={160}>
        <QrCode text={joinUrl} label={`QR code for joining ${name}`} />
      </Box>
      <Stack gap="xs" flex="1 1 14rem" miw={0}>
        <Text fw={600}>Where guests join</Text>
        <Outside href={pathname}>{joinUrl}</Outside>
        <Outside href={`/join/${slug}/poster`}>Poster with the QR code, to print</Outside>
        <Outside href={`/display/${slug}`}>Display for a screen in the room</Outside>
      </Stack>
    </Group>
  )
}

function Outside({ href, children }: { href: string; children: string }) {
  return (
    <Anchor
      href={href}
      target="_blank"
      rel="noopener"
      underline="always"
      style={{ overflowWrap: 'anywhere' }}
    >
      {children}
    </Anchor>
  )
}
