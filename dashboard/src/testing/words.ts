import { i18n } from '@lingui/core'

// Without a catalogue the words are those in the source.
i18n.loadAndActivate({ locale: 'en', messages: {} })
