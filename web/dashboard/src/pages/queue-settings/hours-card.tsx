import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Switch, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { queueCalls } from '../../api/queues.ts'
import { Clash } from '../../forms/clash.tsx'
import { SaveRow } from '../../forms/save-row.tsx'
import { useSave } from '../../forms/use-save.ts'
import { useSaveOver } from '../../forms/use-save-over.ts'
import { Card } from '../../ui/card.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { ExceptionRows } from './exception-rows.tsx'
import { WeekRows } from './week-rows.tsx'

const WORKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const

const bodyOf = ({ opening_hours, opening_exceptions }: Schemas['Queue']) => ({
  opening_hours,
  opening_exceptions,
})

const USUAL = WORKDAYS.map((day) => ({ day, start: '09:00', end: '17:00' }))

/** When guests can join: windows of the week, and dates with hours of their own. */
export function HoursCard({ queue }: { queue: Schemas['Queue'] }) {
  const queryClient = useQueryClient()
  const [windows, setWindows] = useState(queue.opening_hours)
  const [exceptions, setExceptions] = useState(queue.opening_exceptions)
  const body = { opening_hours: windows, opening_exceptions: exceptions }
  const over = useSaveOver({ resource: queue, bodyOf, ...queueCalls(queryClient, queue.id) })
  const { isSaving, problem, errorAt, onSubmit } = useSave({
    save: () => over.save(body),
    onError: over.onError,
  })
  return (
    <Card
      title={t`Opening hours`}
      description={t`Times are in ${{ zone: queue.timezone }}. Nobody can join outside them.`}
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <FormProblem text={problem} />
          <Clash
            {...{ over, bodyOf }}
            onKeepMine={onSubmit}
            onTakeTheirs={(now) => {
              setWindows(now.opening_hours)
              setExceptions(now.opening_exceptions)
            }}
          />
          <Switch
            label={t`Always open`}
            checked={windows === null}
            onChange={(event) => setWindows(event.currentTarget.checked ? null : USUAL)}
          />
          {windows && (
            <WeekRows zone={queue.timezone} windows={windows} onChange={setWindows} errorAt={errorAt} />
          )}
          <Title order={3} size="h5">
            <Trans>Special dates</Trans>
          </Title>
          <Text c="dimmed" size="sm">
            <Trans>Holidays, for example. A date without hours is closed.</Trans>
          </Text>
          <ExceptionRows
            zone={queue.timezone}
            exceptions={exceptions}
            onChange={setExceptions}
            errorAt={errorAt}
          />
          <SaveRow {...{ isSaving }} isChanged={over.isChanged(body)} />
        </Stack>
      </form>
    </Card>
  )
}
