import { t } from '@lingui/core/macro'
import { SubNavigation } from '../../ui/sub-navigation.tsx'

/** The pages about messages. */
export const MessageSections = () => (
  <SubNavigation
    label={t`Messages`}
    entries={[
      { href: '/messages', label: t({ message: 'Sent', context: 'list of messages' }) },
      { href: '/messages/templates', label: t`Templates` },
      { href: '/messages/opt-outs', label: t`Opt-outs` },
    ]}
  />
)
