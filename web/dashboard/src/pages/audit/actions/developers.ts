import { msg } from '@lingui/core/macro'
import type { Actions } from './types.ts'

/** On webhooks, keys and applications. */
export const DEVELOPER_ACTIONS: Actions = {
  testWebhookEndpoint: {
    name: msg`Test a webhook endpoint`,
    done: msg`{who} tested <link>a webhook endpoint</link>`,
    tried: msg`{who} tried to test <link>a webhook endpoint</link>`,
  },
  replayDeliveries: {
    name: msg`Replay webhook deliveries`,
    done: msg`{who} replayed <link>webhook deliveries</link>`,
    tried: msg`{who} tried to replay <link>webhook deliveries</link>`,
  },
  retryDelivery: {
    name: msg`Retry a webhook delivery`,
    done: msg`{who} retried a webhook delivery`,
    tried: msg`{who} tried to retry a webhook delivery`,
  },
  rotateOAuthClientSecret: {
    name: msg`Replace the secret of an OAuth application`,
    done: msg`{who} replaced <link>the secret of an OAuth application</link>`,
    tried: msg`{who} tried to replace <link>the secret of an OAuth application</link>`,
  },
  endOwnOAuthGrant: {
    name: msg`End the access of an application`,
    done: msg`{who} ended the access of an application`,
    tried: msg`{who} tried to end the access of an application`,
  },
  endOAuthGrant: {
    name: msg`End the access of an application`,
    done: msg`{who} ended the access of an application`,
    tried: msg`{who} tried to end the access of an application`,
  },
  createSubscription: {
    name: msg`Create a subscription`,
    done: msg`{who} created a subscription`,
    tried: msg`{who} tried to create a subscription`,
  },
  updateSubscription: {
    name: msg`Change a subscription`,
    done: msg`{who} changed a subscription`,
    tried: msg`{who} tried to change a subscription`,
  },
  deleteSubscription: {
    name: msg`Delete a subscription`,
    done: msg`{who} deleted a subscription`,
    tried: msg`{who} tried to delete a subscription`,
  },
  rotateSubscriptionSecret: {
    name: msg`Replace the secret of a subscription`,
    done: msg`{who} replaced the secret of a subscription`,
    tried: msg`{who} tried to replace the secret of a subscription`,
  },
  testSubscription: {
    name: msg`Test a subscription`,
    done: msg`{who} tested a subscription`,
    tried: msg`{who} tried to test a subscription`,
  },
  replaySubscription: {
    name: msg`Replay the deliveries of a subscription`,
    done: msg`{who} replayed the deliveries of a subscription`,
    tried: msg`{who} tried to replay the deliveries of a subscription`,
  },
  retrySubscriptionDelivery: {
    name: msg`Retry a delivery of a subscription`,
    done: msg`{who} retried a delivery of a subscription`,
    tried: msg`{who} tried to retry a delivery of a subscription`,
  },
  createTestClock: {
    name: msg`Create a test clock`,
    done: msg`{who} created a test clock`,
    tried: msg`{who} tried to create a test clock`,
  },
  advanceTestClock: {
    name: msg`Advance a test clock`,
    done: msg`{who} advanced a test clock`,
    tried: msg`{who} tried to advance a test clock`,
  },
  deleteTestClock: {
    name: msg`Delete a test clock`,
    done: msg`{who} deleted a test clock`,
    tried: msg`{who} tried to delete a test clock`,
  },
  createWebhookEndpoint: {
    name: msg`Create a webhook endpoint`,
    done: msg`{who} created <link>a webhook endpoint</link>`,
    tried: msg`{who} tried to create <link>a webhook endpoint</link>`,
  },
  updateWebhookEndpoint: {
    name: msg`Change a webhook endpoint`,
    done: msg`{who} changed <link>a webhook endpoint</link>`,
    tried: msg`{who} tried to change <link>a webhook endpoint</link>`,
  },
  deleteWebhookEndpoint: {
    name: msg`Delete a webhook endpoint`,
    done: msg`{who} deleted <link>a webhook endpoint</link>`,
    tried: msg`{who} tried to delete <link>a webhook endpoint</link>`,
  },
  rotateWebhookSecret: {
    name: msg`Rotate the secret of a webhook endpoint`,
    done: msg`{who} rotated <link>the secret of a webhook endpoint</link>`,
    tried: msg`{who} tried to rotate <link>the secret of a webhook endpoint</link>`,
  },
  createApiKey: {
    name: msg`Create an API key`,
    done: msg`{who} created <link>an API key</link>`,
    tried: msg`{who} tried to create <link>an API key</link>`,
  },
  updateApiKey: {
    name: msg`Change an API key`,
    done: msg`{who} changed <link>an API key</link>`,
    tried: msg`{who} tried to change <link>an API key</link>`,
  },
  rotateApiKey: {
    name: msg`Rotate an API key`,
    done: msg`{who} rotated <link>an API key</link>`,
    tried: msg`{who} tried to rotate <link>an API key</link>`,
  },
  revokeApiKey: {
    name: msg`Revoke an API key`,
    done: msg`{who} revoked <link>an API key</link>`,
    tried: msg`{who} tried to revoke <link>an API key</link>`,
  },
  createOAuthClient: {
    name: msg`Register an OAuth application`,
    done: msg`{who} registered <link>an OAuth application</link>`,
    tried: msg`{who} tried to register <link>an OAuth application</link>`,
  },
  updateOAuthClient: {
    name: msg`Change an OAuth application`,
    done: msg`{who} changed <link>an OAuth application</link>`,
    tried: msg`{who} tried to change <link>an OAuth application</link>`,
  },
  deleteOAuthClient: {
    name: msg`Delete an OAuth application`,
    done: msg`{who} deleted <link>an OAuth application</link>`,
    tried: msg`{who} tried to delete <link>an OAuth application</link>`,
  },
}
