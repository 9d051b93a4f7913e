import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queuesQuery } from '../api/queues.ts'
import { Loaded, LoadingState } from '../ui/states.tsx'

interface Props extends Omit<MultiSelectProps, 'data'> {
  /** Previously chosen queues, some of which may be deleted. */
  readonly chosen?: readonly string[]
}

/** Picks queues; none means all. */
export function QueuePicker({ chosen = [], ...props }: Props) {
  const queues = useQuery(queuesQuery)
  return (
    <Loaded query={queues} loading={<LoadingState lines={1} />}>
      {(all) => {
        const gone = chosen.filter((id) => !all.some((queue) => queue.id === id))
        const data = [
          ...all.map(({ id, name }) => ({ value: id, label: name })),
          ...gone.map((id) => ({ value: id, label: `Deleted queue ${id}` })),
        ]
        return <MultiSelect label="Only these queues" placeholder="All" data={data} {...props} />
      }}
    </Loaded>
  )
}
