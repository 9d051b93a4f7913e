import { eventQueue } from '@usher/contracts'
import type { ConsumerOptions, Logger } from '@usher/service-kit'
import { type AlertContext, memberAlertConsumer } from '../member-alerts/member-alerts.ts'
import { alertOf, alertRequested } from './webhook-alert.ts'

/** Requests mails to those who manage webhooks, before and when an endpoint is disabled. */
export const webhookAlertConsumer = (context: AlertContext, log: Logger): ConsumerOptions =>
  memberAlertConsumer(context, log, {
    ...eventQueue('accounts.webhook-alerts'),
    scope: 'webhooks:manage',
    requestOf(event) {
      const alert = alertOf(event)
      return (member) => alertRequested(event, alert, member, context.publicUrl)
    },
  })
