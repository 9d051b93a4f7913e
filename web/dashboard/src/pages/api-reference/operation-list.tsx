import { plural, t } from '@lingui/core/macro'
import { NavLink, Stack, Text, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { type ApiOperation, searchOperations } from './document.ts'
import { MethodBadge } from './method-badge.tsx'
import styles from './reference.module.css'

interface Props {
  readonly operations: readonly ApiOperation[]
  readonly chosenId: string | undefined
}

/** The operations, grouped by tag and filtered by the search. */
export function OperationList({ operations, chosenId }: Props) {
  const [search, setSearch] = useState('')
  const found = searchOperations(operations, search)
  const count = found.length
  return (
    <Stack gap="xs" className={styles.list}>
      <TextInput
        type="search"
        label={t`Search`}
        placeholder={t`Name, path or scope`}
        leftSection={<Search size={16} aria-hidden />}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <Text role="status" size="sm" c="dimmed">
        {count === operations.length
          ? plural(count, { one: '# operation', other: '# operations' })
          : t`${count} found`}
      </Text>
      <nav aria-label={t`Operations`} className={styles.scroll}>
        {[...Map.groupBy(found, ({ tag }) => tag)].map(([tag, some]) => (
          <section key={tag} aria-label={tag}>
            <Text size="xs" fw={600} c="dimmed" px="sm" pt="sm" pb={4}>
              {tag}
            </Text>
            {some.map((operation) => (
              <Entry key={operation.id} operation={operation} isChosen={operation.id === chosenId} />
            ))}
          </section>
        ))}
      </nav>
    </Stack>
  )
}

function Entry({ operation: { id, method }, isChosen }: { operation: ApiOperation; isChosen: boolean }) {
  return (
    <NavLink
      component={Link}
      href={`/developers/reference?operation=${id}`}
      label={id}
      rightSection={<MethodBadge method={method} />}
      active={isChosen}
      aria-current={isChosen ? 'page' : undefined}
      py={6}
    />
  )
}
