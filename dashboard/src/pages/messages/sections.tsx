import { t } from '@lingui/core/macro'
import { SubNavigation } from '../../ui/sub-navigation.tsx'

const ENTRIES = [
  { href: '/messages', label: 'Sent' },
  { href: '/messages/templates', label: 'Templates' },
  { href: '/messages/opt-outs', label: 'Opt-outs' },
]

/** The pages about messages. */
export const MessageSections = () => <SubNavigation label={t`Messages`} entries={ENTRIES} />
