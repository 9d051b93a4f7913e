export {
  type Attempt,
  type ClientCredentials,
  clientCredentials,
  type components,
  createUsherClient,
  isUsherError,
  type RetryPolicy,
  STREAM_SILENCE_MS,
  type UsherClient,
  type UsherClientOptions,
  UsherError,
  type UsherErrorCode,
  UsherTimeoutError,
} from './client/index.ts'
export type { BearerPaths as paths } from './generated/openapi.ts'
export type { StreamData, StreamEvent, StreamOptions } from './resources/event-stream.ts'
export type { Page, PagePromise } from './resources/page-promise.ts'
export type { RequestOptions } from './resources/request-options.ts'
export { Usher } from './usher.ts'
export { type WebhookErrorCode, WebhookVerificationError } from './webhooks/errors.ts'
export type { WebhookEvent, WebhookEventType } from './webhooks/event.ts'
export type { WebhookHeaders } from './webhooks/headers.ts'
export { verifyServiceSignature } from './webhooks/verify-service-signature.ts'
export { type RawBody, type Secrets, type VerifyOptions, verifyWebhook } from './webhooks/verify-webhook.ts'
export { type ReceivedWebhook, webhookHandler } from './webhooks/webhook-handler.ts'
