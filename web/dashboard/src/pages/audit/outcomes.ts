import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Schemas } from '../../api/client.ts'

type Outcome = Schemas['ListedAuditRecord']['outcome']

const NAMES = {
  accepted: msg({ message: 'accepted', context: 'outcome of an action' }),
  refused: msg({ message: 'refused', context: 'outcome of an action' }),
  failed: msg({ message: 'failed', context: 'outcome of an action' }),
} as const

export const OUTCOMES = Object.keys(NAMES) as Outcome[]

export const outcomeName = (outcome: Outcome): string => i18n._(NAMES[outcome])
