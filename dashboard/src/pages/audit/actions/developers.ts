import { msg } from '@lingui/core/macro'
import type { Actions } from './types.ts'

/** On webhooks, keys and applications. */
export const DEVELOPER_ACTIONS: Actions = {
  testWebhookEndpoint: [
    msg`Test a webhook endpoint`,
    msg`{who} tested <link>a webhook endpoint</link>`,
    msg`{who} tried to test <link>a webhook endpoint</link>`,
  ],
  replayDeliveries: [
    msg`Replay webhook deliveries`,
    msg`{who} replayed <link>webhook deliveries</link>`,
    msg`{who} tried to replay <link>webhook deliveries</link>`,
  ],
  retryDelivery: [
    msg`Retry a webhook delivery`,
    msg`{who} retried a webhook delivery`,
    msg`{who} tried to retry a webhook delivery`,
  ],
  rotateOAuthClientSecret: [
    msg`Replace the secret of an OAuth application`,
    msg`{who} replaced <link>the secret of an OAuth application</link>`,
    msg`{who} tried to replace <link>the secret of an OAuth application</link>`,
  ],
  endOwnOAuthGrant: [
    msg`End the access of an application`,
    msg`{who} ended the access of an application`,
    msg`{who} tried to end the access of an application`,
  ],
  endOAuthGrant: [
    msg`End the access of an application`,
    msg`{who} ended the access of an application`,
    msg`{who} tried to end the access of an application`,
  ],
  createSubscription: [
    msg`Create a subscription`,
    msg`{who} created a subscription`,
    msg`{who} tried to create a subscription`,
  ],
  updateSubscription: [
    msg`Change a subscription`,
    msg`{who} changed a subscription`,
    msg`{who} tried to change a subscription`,
  ],
  deleteSubscription: [
    msg`Delete a subscription`,
    msg`{who} deleted a subscription`,
    msg`{who} tried to delete a subscription`,
  ],
  rotateSubscriptionSecret: [
    msg`Replace the secret of a subscription`,
    msg`{who} replaced the secret of a subscription`,
    msg`{who} tried to replace the secret of a subscription`,
  ],
  testSubscription: [
    msg`Test a subscription`,
    msg`{who} tested a subscription`,
    msg`{who} tried to test a subscription`,
  ],
  replaySubscription: [
    msg`Replay the deliveries of a subscription`,
    msg`{who} replayed the deliveries of a subscription`,
    msg`{who} tried to replay the deliveries of a subscription`,
  ],
  retrySubscriptionDelivery: [
    msg`Retry a delivery of a subscription`,
    msg`{who} retried a delivery of a subscription`,
    msg`{who} tried to retry a delivery of a subscription`,
  ],
  createWebhookEndpoint: [
    msg`Create a webhook endpoint`,
    msg`{who} created <link>a webhook endpoint</link>`,
    msg`{who} tried to create <link>a webhook endpoint</link>`,
  ],
  updateWebhookEndpoint: [
    msg`Change a webhook endpoint`,
    msg`{who} changed <link>a webhook endpoint</link>`,
    msg`{who} tried to change <link>a webhook endpoint</link>`,
  ],
  deleteWebhookEndpoint: [
    msg`Delete a webhook endpoint`,
    msg`{who} deleted <link>a webhook endpoint</link>`,
    msg`{who} tried to delete <link>a webhook endpoint</link>`,
  ],
  rotateWebhookSecret: [
    msg`Rotate the secret of a webhook endpoint`,
    msg`{who} rotated <link>the secret of a webhook endpoint</link>`,
    msg`{who} tried to rotate <link>the secret of a webhook endpoint</link>`,
  ],
  createApiKey: [
    msg`Create an API key`,
    msg`{who} created <link>an API key</link>`,
    msg`{who} tried to create <link>an API key</link>`,
  ],
  rotateApiKey: [
    msg`Rotate an API key`,
    msg`{who} rotated <link>an API key</link>`,
    msg`{who} tried to rotate <link>an API key</link>`,
  ],
  revokeApiKey: [
    msg`Revoke an API key`,
    msg`{who} revoked <link>an API key</link>`,
    msg`{who} tried to revoke <link>an API key</link>`,
  ],
  createOAuthClient: [
    msg`Register an OAuth application`,
    msg`{who} registered <link>an OAuth application</link>`,
    msg`{who} tried to register <link>an OAuth application</link>`,
  ],
  updateOAuthClient: [
    msg`Change an OAuth application`,
    msg`{who} changed <link>an OAuth application</link>`,
    msg`{who} tried to change <link>an OAuth application</link>`,
  ],
  deleteOAuthClient: [
    msg`Delete an OAuth application`,
    msg`{who} deleted <link>an OAuth application</link>`,
    msg`{who} tried to delete <link>an OAuth application</link>`,
  ],
}
