import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { useQuery } from '@tanstack/react-query'
import { ListOrdered } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { queuesQuery } from '../api/queues.ts'
import { useCan } from '../api/session.ts'
import { useShownPages } from './use-shown-pages.ts'

const MAX_SHOWN = 12

/** Finds a queue or page by part of its name. Loaded on first use, so it opens as soon as it mounts. */
export function CommandPalette() {
  const [, navigate] = useLocation()
  const pages = useShownPages()
  const canRead = useCan('queues:read')
  const { data: queues = [] } = useQuery({ ...queuesQuery, enabled: canRead })
  useEffect(() => {
    spotlight.open()
  }, [])
  const label = t`Go to a queue or page`
  const actions: SpotlightActionGroupData[] = [
    {
      group: t`Queues`,
      actions: queues.map(({ id, name }) => ({
        id,
        label: name,
        leftSection: <ListOrdered size={18} aria-hidden />,
        onClick: () => navigate(`/queues/${id}`),
      })),
    },
    {
      group: t`Pages`,
      actions: pages.map(({ path, title, nav: { label: shown = title, icon: Icon } }) => ({
        id: path,
        label: i18n._(shown),
        leftSection: <Icon size={18} aria-hidden />,
        onClick: () => navigate(path),
      })),
    },
  ]
  return (
    <Spotlight
      actions={actions}
      shortcut="mod + K"
      tagsToIgnore={[]}
      limit={MAX_SHOWN}
      attributes={{ content: { 'aria-label': label } }}
      nothingFound={t`No queue or page has this name`}
      searchProps={{ placeholder: label, 'aria-label': label }}
    />
  )
}
