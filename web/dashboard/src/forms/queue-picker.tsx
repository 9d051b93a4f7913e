import { t } from '@lingui/core/macro'
import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { queuesQuery } from '../api/queues.ts'
import { optionsOf } from '../ui/options.ts'
import { Part } from '../ui/part.tsx'
import { LoadingState } from '../ui/states.tsx'

interface Props extends Omit<MultiSelectProps, 'data'> {
  /** Previously chosen queues, some of which may be deleted. */
  readonly chosen?: readonly string[]
}

/** Picks queues; none means all. */
export function QueuePicker(props: Props) {
  return (
    <Part loading={<LoadingState lines={1} />}>
      <Picker {...props} />
    </Part>
  )
}

function Picker({ chosen = [], ...props }: Props) {
  const { data: all } = useSuspenseQuery(queuesQuery)
  const gone = chosen.filter((id) => !all.some((queue) => queue.id === id))
  const data = [...optionsOf(all), ...gone.map((id) => ({ value: id, label: t`Deleted queue ${id}` }))]
  return (
    <MultiSelect
      label={t`Only these queues`}
      placeholder={t({ message: 'All', context: 'queues' })}
      data={data}
      {...props}
    />
  )
}
