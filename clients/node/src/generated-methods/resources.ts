// Made from the OpenAPI document: `npm run sdk` writes it anew.
import type { UsherClient } from '../client/create-usher-client.ts'
import type { StreamEvent, StreamOptions } from '../resources/event-stream.ts'
import type { PagePromise } from '../resources/page-promise.ts'
import type { RequestOptions } from '../resources/request-options.ts'
import { pathOf, Resource } from '../resources/resource.ts'
import type { components, operations } from '../generated/openapi.ts'

type Schemas = components['schemas']
type Query<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>

export class QueuesGuests extends Resource {
  /** Add a guest to the end of a queue. */
  add(queueId: string, body: Schemas['GuestCreate'], options?: RequestOptions): Promise<Schemas['AddedGuest']> {
    return this.dataOf('POST', pathOf(['/v1/queues/', '/guests'], queueId), { body }, options)
  }

  /** List the guests in a queue, in the order of the line. Iterate over it for all pages. */
  list(queueId: string, query?: Query<'listGuests'>, options?: RequestOptions): PagePromise<Schemas['GuestPage']> {
    return this.pagesOf(pathOf(['/v1/queues/', '/guests'], queueId), query, options)
  }

  /** The guests who joined in at most 93 days, oldest first, as a file. */
  export(queueId: string, query?: Query<'exportGuests'>, options?: RequestOptions): Promise<string> {
    return this.dataOf('GET', pathOf(['/v1/queues/', '/guests/export'], queueId), { query }, { ...options, parseAs: 'text' })
  }
}

export class Queues extends Resource {
  readonly guests: QueuesGuests

  constructor(client: UsherClient) {
    super(client)
    this.guests = new QueuesGuests(client)
  }

  /** Say how many places, such as tables or counters, are free now: waits follow from it. */
  countFreePlaces(queueId: string, body: Schemas['FreePlaces'], options?: RequestOptions): Promise<Schemas['Queue']> {
    return this.dataOf('POST', pathOf(['/v1/queues/', '/free-places'], queueId), { body }, options)
  }

  /** Create a queue. */
  create(body: Schemas['QueueCreate'], options?: RequestOptions): Promise<Schemas['Queue']> {
    return this.dataOf('POST', '/v1/queues', { body }, options)
  }

  /** List the queues open to the caller, oldest first. Iterate over it for all pages. */
  list(query?: Query<'listQueues'>, options?: RequestOptions): PagePromise<Schemas['QueuePage']> {
    return this.pagesOf('/v1/queues', query, options)
  }

  /** Delete a queue. */
  delete(queueId: string, query?: Query<'deleteQueue'>, options?: RequestOptions): Promise<void> {
    return this.dataOf('DELETE', pathOf(['/v1/queues/', ''], queueId), { query }, options)
  }

  /** Retrieve a queue. */
  get(queueId: string, options?: RequestOptions): Promise<Schemas['Queue']> {
    return this.dataOf('GET', pathOf(['/v1/queues/', ''], queueId), {}, options)
  }

  /** Update the settings of a queue. */
  update(queueId: string, body?: Schemas['QueueUpdate'], options?: RequestOptions): Promise<Schemas['Queue']> {
    return this.dataOf('PATCH', pathOf(['/v1/queues/', ''], queueId), { body }, options)
  }

  /** How well the waits quoted in a queue came true: error, bias and coverage of the range. */
  getEstimateAccuracy(queueId: string, query?: Query<'getEstimateAccuracy'>, options?: RequestOptions): Promise<Schemas['EstimateAccuracy']> {
    return this.dataOf('GET', pathOf(['/v1/queues/', '/estimates/accuracy'], queueId), { query }, options)
  }

  /** The one line of a queue: who waits, was called, or is expected with a booking today, with when their turn comes and why. */
  getLine(queueId: string, options?: RequestOptions): Promise<Schemas['QueueLine']> {
    return this.dataOf('GET', pathOf(['/v1/queues/', '/line'], queueId), {}, options)
  }

  /** How often limits refused people who wanted to join a queue by themselves, by day. */
  getRefusals(queueId: string, options?: RequestOptions): Promise<Schemas['Refusals']> {
    return this.dataOf('GET', pathOf(['/v1/queues/', '/refusals'], queueId), {}, options)
  }

  /** Pause a queue, with a reason for guests: nobody can join, nobody leaves. */
  pause(queueId: string, body?: Schemas['Pause'], options?: RequestOptions): Promise<Schemas['Queue']> {
    return this.dataOf('POST', pathOf(['/v1/queues/', '/pause'], queueId), { body }, options)
  }

  /** Resume a paused queue; resuming an active queue changes nothing. */
  resume(queueId: string, options?: RequestOptions): Promise<Schemas['Queue']> {
    return this.dataOf('POST', pathOf(['/v1/queues/', '/resume'], queueId), {}, options)
  }

  /** Follow a queue: its guest and queue events as they happen, guest events with the guest. After `snapshot` read the guests again unless they were listed with its `line_version` or a later one; with Last-Event-ID it goes on where it was, where that is still known. */
  stream(queueId: string, options?: StreamOptions): AsyncGenerator<StreamEvent, void, undefined> {
    return this.eventsAt(pathOf(['/v1/queues/', '/events'], queueId), undefined, options)
  }

  /** Notify the first guest who is waiting and was not notified yet; where the queue expects bookings, whose turn it is by its rules. */
  callNextGuest(queueId: string, body?: Schemas['GuestCall'], options?: RequestOptions): Promise<Schemas['CalledGuest']> {
    return this.dataOf('POST', pathOf(['/v1/queues/', '/call-next'], queueId), { body }, options)
  }

  /** Notify several guests of the queue at once; each is answered for alone. */
  notifyGuests(queueId: string, body: Schemas['GuestsChosen'], options?: RequestOptions): Promise<Schemas['GuestResultList']> {
    return this.dataOf('POST', pathOf(['/v1/queues/', '/notify'], queueId), { body }, options)
  }

  /** Arrivals, outcomes and waits of at most 93 days, in all and by weekday and hour. */
  getStatistics(queueId: string, query?: Query<'getQueueStatistics'>, options?: RequestOptions): Promise<Schemas['QueueStatistics']> {
    return this.dataOf('GET', pathOf(['/v1/queues/', '/statistics'], queueId), { query }, options)
  }

  /** Send a text to everybody in the line of a queue. */
  announce(queueId: string, body: Schemas['Announcement'], options?: RequestOptions): Promise<Schemas['AnnouncementResult']> {
    return this.dataOf('POST', pathOf(['/v1/queues/', '/announcements'], queueId), { body }, options)
  }

  /** What the guests of a queue are told by itself, and its quiet hours. */
  getMessages(queueId: string, options?: RequestOptions): Promise<Schemas['QueueMessages']> {
    return this.dataOf('GET', pathOf(['/v1/queues/', '/messages'], queueId), {}, options)
  }

  /** Switch automatic messages of a queue on and off, and set its quiet hours. */
  updateMessages(queueId: string, body?: Schemas['QueueMessagesUpdate'], options?: RequestOptions): Promise<Schemas['QueueMessages']> {
    return this.dataOf('PATCH', pathOf(['/v1/queues/', '/messages'], queueId), { body }, options)
  }
}

export class Guests extends Resource {
  /** Retrieve a guest. */
  get(guestId: string, options?: RequestOptions): Promise<Schemas['Guest']> {
    return this.dataOf('GET', pathOf(['/v1/guests/', ''], guestId), {}, options)
  }

  /** Remove the guest from the queue. */
  remove(guestId: string, query?: Query<'removeGuest'>, options?: RequestOptions): Promise<void> {
    return this.dataOf('DELETE', pathOf(['/v1/guests/', ''], guestId), { query }, options)
  }

  /** Update a guest who is waiting or notified. */
  update(guestId: string, body?: Schemas['GuestUpdate'], options?: RequestOptions): Promise<Schemas['Guest']> {
    return this.dataOf('PATCH', pathOf(['/v1/guests/', ''], guestId), { body }, options)
  }

  /** List what happened to the guest and to the place of the guest, oldest first, for 30 days. Iterate over it for all pages. */
  getTimeline(guestId: string, query?: Query<'getGuestTimeline'>, options?: RequestOptions): PagePromise<Schemas['TimelineEntryPage']> {
    return this.pagesOf(pathOf(['/v1/guests/', '/timeline'], guestId), query, options)
  }

  /** List the guests of all queues, present and past, the latest first. Iterate over it for all pages. */
  listAll(query?: Query<'listAllGuests'>, options?: RequestOptions): PagePromise<Schemas['AllGuestsPage']> {
    return this.pagesOf('/v1/guests', query, options)
  }

  /** Mark the guest as no-show. */
  markNoShow(guestId: string, options?: RequestOptions): Promise<Schemas['Guest']> {
    return this.dataOf('POST', pathOf(['/v1/guests/', '/no-show'], guestId), {}, options)
  }

  /** Mark the guest's replies up to a time as read. */
  markRepliesRead(guestId: string, body: Schemas['RepliesRead'], options?: RequestOptions): Promise<Schemas['Guest']> {
    return this.dataOf('POST', pathOf(['/v1/guests/', '/replies/read'], guestId), { body }, options)
  }

  /** Move the guest to another place in the line. */
  move(guestId: string, body: Schemas['GuestMove'], options?: RequestOptions): Promise<Schemas['Guest']> {
    return this.dataOf('POST', pathOf(['/v1/guests/', '/move'], guestId), { body }, options)
  }

  /** Send a notification to the guest. */
  notify(guestId: string, body?: Schemas['GuestNotify'], options?: RequestOptions): Promise<Schemas['Guest']> {
    return this.dataOf('POST', pathOf(['/v1/guests/', '/notify'], guestId), { body }, options)
  }

  /** Mark the guest as seated. */
  seat(guestId: string, options?: RequestOptions): Promise<Schemas['Guest']> {
    return this.dataOf('POST', pathOf(['/v1/guests/', '/seat'], guestId), {}, options)
  }

  /** Transfer the guest to another queue, where the guest waits as of the time of joining; custom fields go along where they fit. */
  transfer(guestId: string, body: Schemas['GuestTransfer'], options?: RequestOptions): Promise<Schemas['Guest']> {
    return this.dataOf('POST', pathOf(['/v1/guests/', '/transfer'], guestId), { body }, options)
  }

  /** Take back a call, or within 30 minutes seat, no-show or remove: same place as before. */
  undo(guestId: string, body?: Schemas['GuestUndo'], options?: RequestOptions): Promise<Schemas['Guest']> {
    return this.dataOf('POST', pathOf(['/v1/guests/', '/undo'], guestId), { body }, options)
  }

  /** List the messages to and from a guest, oldest first. Iterate over it for all pages. */
  getConversation(guestId: string, query?: Query<'getConversation'>, options?: RequestOptions): PagePromise<Schemas['ConversationEntryPage']> {
    return this.pagesOf(pathOf(['/v1/guests/', '/conversation'], guestId), query, options)
  }
}

export class NotificationsOptOuts extends Resource {
  /** Send no more messages to a number or an address; one that gets none already stays as it is. */
  create(body: Schemas['OptOutCreate'], options?: RequestOptions): Promise<Schemas['OptOut']> {
    return this.dataOf('POST', '/v1/notifications/opt-outs', { body }, options)
  }

  /** List who gets no messages, newest first. Iterate over it for all pages. */
  list(query?: Query<'listOptOuts'>, options?: RequestOptions): PagePromise<Schemas['OptOutPage']> {
    return this.pagesOf('/v1/notifications/opt-outs', query, options)
  }

  /** Send messages again; what a recipient asked for by STOP, only their START takes back. */
  delete(optOutId: string, options?: RequestOptions): Promise<void> {
    return this.dataOf('DELETE', pathOf(['/v1/notifications/opt-outs/', ''], optOutId), {}, options)
  }

  /** Retrieve an opt-out. */
  get(optOutId: string, options?: RequestOptions): Promise<Schemas['OptOut']> {
    return this.dataOf('GET', pathOf(['/v1/notifications/opt-outs/', ''], optOutId), {}, options)
  }
}

export class NotificationsConsents extends Resource {
  /** List how recipients came to agree to messages, newest first. Iterate over it for all pages. */
  list(query?: Query<'listConsents'>, options?: RequestOptions): PagePromise<Schemas['ConsentPage']> {
    return this.pagesOf('/v1/notifications/consents', query, options)
  }
}

export class NotificationsReplies extends Resource {
  /** List what recipients answered, newest first, with numbers of nobody in a line. Iterate over it for all pages. */
  list(query?: Query<'listReplies'>, options?: RequestOptions): PagePromise<Schemas['ReplyPage']> {
    return this.pagesOf('/v1/notifications/replies', query, options)
  }
}

export class NotificationsTemplates extends Resource {
  /** Create a template; one for an occasion and language takes the place of the default. */
  create(body: Schemas['TemplateCreate'], options?: RequestOptions): Promise<Schemas['Template']> {
    return this.dataOf('POST', '/v1/notifications/templates', { body }, options)
  }

  /** List notification templates. Iterate over it for all pages. */
  list(query?: Query<'listTemplates'>, options?: RequestOptions): PagePromise<Schemas['TemplatePage']> {
    return this.pagesOf('/v1/notifications/templates', query, options)
  }

  /** Delete a template; for its occasion the default holds again. */
  delete(templateId: string, options?: RequestOptions): Promise<void> {
    return this.dataOf('DELETE', pathOf(['/v1/notifications/templates/', ''], templateId), {}, options)
  }

  /** Retrieve a template. */
  get(templateId: string, options?: RequestOptions): Promise<Schemas['Template']> {
    return this.dataOf('GET', pathOf(['/v1/notifications/templates/', ''], templateId), {}, options)
  }

  /** Update a template; messages that were asked for already keep their words. */
  update(templateId: string, body?: Schemas['TemplateUpdate'], options?: RequestOptions): Promise<Schemas['Template']> {
    return this.dataOf('PATCH', pathOf(['/v1/notifications/templates/', ''], templateId), { body }, options)
  }

  /** Fill in a template for a sample guest, with its SMS segments; nothing is kept or sent. */
  preview(body: Schemas['TemplatePreviewRequest'], options?: RequestOptions): Promise<Schemas['TemplatePreview']> {
    return this.dataOf('POST', '/v1/notifications/templates/preview', { body }, options)
  }
}

export class Notifications extends Resource {
  readonly optOuts: NotificationsOptOuts
  readonly consents: NotificationsConsents
  readonly replies: NotificationsReplies
  readonly templates: NotificationsTemplates

  constructor(client: UsherClient) {
    super(client)
    this.optOuts = new NotificationsOptOuts(client)
    this.consents = new NotificationsConsents(client)
    this.replies = new NotificationsReplies(client)
    this.templates = new NotificationsTemplates(client)
  }

  /** Retrieve what bounds the messages of the organisation. */
  getSettings(options?: RequestOptions): Promise<Schemas['NotificationSettings']> {
    return this.dataOf('GET', '/v1/notifications/settings', {}, options)
  }

  /** Pretend that a guest replies, for test data or where the sandbox is on (404 elsewhere). */
  receiveSandboxReply(body: Schemas['SandboxReply'], options?: RequestOptions): Promise<Schemas['Reply']> {
    return this.dataOf('POST', '/v1/notifications/sandbox/inbound', { body }, options)
  }

  /** Retrieve a notification with its attempts. */
  get(notificationId: string, options?: RequestOptions): Promise<Schemas['Notification']> {
    return this.dataOf('GET', pathOf(['/v1/notifications/', ''], notificationId), {}, options)
  }

  /** List notifications, newest first. Iterate over it for all pages. */
  list(query?: Query<'listNotifications'>, options?: RequestOptions): PagePromise<Schemas['NotificationPage']> {
    return this.pagesOf('/v1/notifications', query, options)
  }

  /** Send a text, or a template with its variables, to a guest, a number or an address. */
  send(body: Schemas['NotificationSend'], options?: RequestOptions): Promise<Schemas['Notification']> {
    return this.dataOf('POST', '/v1/notifications/send', { body }, options)
  }
}

export class TestMessages extends Resource {
  /** List the messages about test data, newest first: nobody got them. Iterate over it for all pages. */
  list(query?: Query<'listTestMessages'>, options?: RequestOptions): PagePromise<Schemas['TestMessagePage']> {
    return this.pagesOf('/v1/test/messages', query, options)
  }
}

export class TestClocks extends Resource {
  /** Let time pass: everything due by then happens, in order. Get the clock until it is ready. */
  advance(clockId: string, body: Schemas['TestClockAdvance'], options?: RequestOptions): Promise<Schemas['TestClock']> {
    return this.dataOf('POST', pathOf(['/v1/test/clocks/', '/advance'], clockId), { body }, options)
  }

  /** Create a test clock: test data for which time passes only when you advance it. */
  create(body?: Schemas['TestClockCreate'], options?: RequestOptions): Promise<Schemas['TestClock']> {
    return this.dataOf('POST', '/v1/test/clocks', { body }, options)
  }

  /** List the test clocks, newest first. Iterate over it for all pages. */
  list(query?: Query<'listTestClocks'>, options?: RequestOptions): PagePromise<Schemas['TestClockPage']> {
    return this.pagesOf('/v1/test/clocks', query, options)
  }

  /** Delete a test clock with all of its data. */
  delete(clockId: string, options?: RequestOptions): Promise<void> {
    return this.dataOf('DELETE', pathOf(['/v1/test/clocks/', ''], clockId), {}, options)
  }

  /** Get a test clock. */
  get(clockId: string, options?: RequestOptions): Promise<Schemas['TestClock']> {
    return this.dataOf('GET', pathOf(['/v1/test/clocks/', ''], clockId), {}, options)
  }
}

export class Test extends Resource {
  readonly messages: TestMessages
  readonly clocks: TestClocks

  constructor(client: UsherClient) {
    super(client)
    this.messages = new TestMessages(client)
    this.clocks = new TestClocks(client)
  }
}

export class WebhookEndpointsReplays extends Resource {
  /** Retrieve a replay: how far it has come. */
  get(webhookEndpointId: string, replayId: string, options?: RequestOptions): Promise<Schemas['WebhookReplay']> {
    return this.dataOf('GET', pathOf(['/v1/webhook-endpoints/', '/replays/', ''], webhookEndpointId, replayId), {}, options)
  }
}

export class WebhookEndpointsDeliveries extends Resource {
  /** List the deliveries of an endpoint with their attempts, newest first. Iterate over it for all pages. */
  list(webhookEndpointId: string, query?: Query<'listDeliveries'>, options?: RequestOptions): PagePromise<Schemas['DeliveryPage']> {
    return this.pagesOf(pathOf(['/v1/webhook-endpoints/', '/deliveries'], webhookEndpointId), query, options)
  }
}

export class WebhookEndpoints extends Resource {
  readonly replays: WebhookEndpointsReplays
  readonly deliveries: WebhookEndpointsDeliveries

  constructor(client: UsherClient) {
    super(client)
    this.replays = new WebhookEndpointsReplays(client)
    this.deliveries = new WebhookEndpointsDeliveries(client)
  }

  /** Register a webhook endpoint; the answer shows its secret, once. */
  create(body: Schemas['WebhookEndpointCreate'], options?: RequestOptions): Promise<Schemas['WebhookEndpointWithSecret']> {
    return this.dataOf('POST', '/v1/webhook-endpoints', { body }, options)
  }

  /** List webhook endpoints, oldest first. Iterate over it for all pages. */
  list(query?: Query<'listWebhookEndpoints'>, options?: RequestOptions): PagePromise<Schemas['WebhookEndpointPage']> {
    return this.pagesOf('/v1/webhook-endpoints', query, options)
  }

  /** Delete a webhook endpoint; its pending deliveries are not attempted any more. */
  delete(webhookEndpointId: string, options?: RequestOptions): Promise<void> {
    return this.dataOf('DELETE', pathOf(['/v1/webhook-endpoints/', ''], webhookEndpointId), {}, options)
  }

  /** Retrieve a webhook endpoint. */
  get(webhookEndpointId: string, options?: RequestOptions): Promise<Schemas['WebhookEndpointDetail']> {
    return this.dataOf('GET', pathOf(['/v1/webhook-endpoints/', ''], webhookEndpointId), {}, options)
  }

  /** Update a webhook endpoint. */
  update(webhookEndpointId: string, body?: Schemas['WebhookEndpointUpdate'], options?: RequestOptions): Promise<Schemas['WebhookEndpointDetail']> {
    return this.dataOf('PATCH', pathOf(['/v1/webhook-endpoints/', ''], webhookEndpointId), { body }, options)
  }

  /** Give the endpoint a new secret; the one before signs too for 24 hours, or until the next rotation. */
  rotateSecret(webhookEndpointId: string, options?: RequestOptions): Promise<Schemas['WebhookEndpointWithSecret']> {
    return this.dataOf('POST', pathOf(['/v1/webhook-endpoints/', '/rotate-secret'], webhookEndpointId), {}, options)
  }

  /** Send the example of an event type now, even to a disabled endpoint; the answer shows what came of it. */
  test(webhookEndpointId: string, body: Schemas['WebhookTest'], options?: RequestOptions): Promise<Schemas['Delivery']> {
    return this.dataOf('POST', pathOf(['/v1/webhook-endpoints/', '/test'], webhookEndpointId), { body }, options)
  }

  /** Attempt past deliveries again, one after the other in the order of their events. */
  replay(webhookEndpointId: string, body: Schemas['WebhookReplayCreate'], options?: RequestOptions): Promise<Schemas['WebhookReplay']> {
    return this.dataOf('POST', pathOf(['/v1/webhook-endpoints/', '/replay'], webhookEndpointId), { body }, options)
  }
}

export class EventTypes extends Resource {
  /** List what webhooks tell of, each with the schema and an example of the body. */
  list(options?: RequestOptions): Promise<Schemas['WebhookEventTypeList']> {
    return this.dataOf('GET', '/v1/event-types', {}, options)
  }
}

export class Events extends Resource {
  /** Follow the events of the organisation, each with the body of a webhook. After `ready` no event is missed; with Last-Event-ID the stream resumes, and `missed` says that some events are no longer kept. */
  stream(query?: Query<'streamEvents'>, options?: StreamOptions): AsyncGenerator<StreamEvent, void, undefined> {
    return this.eventsAt('/v1/events/stream', query, options)
  }
}

export class Deliveries extends Resource {
  /** Retrieve a delivery with its attempts. */
  get(deliveryId: string, options?: RequestOptions): Promise<Schemas['Delivery']> {
    return this.dataOf('GET', pathOf(['/v1/deliveries/', ''], deliveryId), {}, options)
  }

  /** Attempt a delivery again now; 202 with the delivery as it stands before the attempt. */
  retry(deliveryId: string, options?: RequestOptions): Promise<Schemas['Delivery']> {
    return this.dataOf('POST', pathOf(['/v1/deliveries/', '/retry'], deliveryId), {}, options)
  }
}

export class SubscriptionsDeliveries extends Resource {
  /** Retrieve a delivery with its attempts. */
  get(deliveryId: string, options?: RequestOptions): Promise<Schemas['Delivery']> {
    return this.dataOf('GET', pathOf(['/api/deliveries/', ''], deliveryId), {}, options)
  }

  /** List the deliveries of a subscription with their attempts, newest first. Iterate over it for all pages. */
  list(subscriptionId: string, query?: Query<'listSubscriptionDeliveries'>, options?: RequestOptions): PagePromise<Schemas['DeliveryPage']> {
    return this.pagesOf(pathOf(['/api/subscriptions/', '/deliveries'], subscriptionId), query, options)
  }

  /** Attempt a delivery again now; 202 with the delivery as it stands before the attempt. */
  retry(deliveryId: string, options?: RequestOptions): Promise<Schemas['Delivery']> {
    return this.dataOf('POST', pathOf(['/api/deliveries/', '/retry'], deliveryId), {}, options)
  }
}

export class SubscriptionsReplays extends Resource {
  /** Retrieve a replay: how far it has come. */
  get(subscriptionId: string, replayId: string, options?: RequestOptions): Promise<Schemas['WebhookReplay']> {
    return this.dataOf('GET', pathOf(['/api/subscriptions/', '/replays/', ''], subscriptionId, replayId), {}, options)
  }
}

export class SubscriptionsEventTypes extends Resource {
  /** List what webhooks tell of, each with the schema and an example of the body. */
  list(options?: RequestOptions): Promise<Schemas['WebhookEventTypeList']> {
    return this.dataOf('GET', '/api/event-types', {}, options)
  }
}

export class Subscriptions extends Resource {
  readonly deliveries: SubscriptionsDeliveries
  readonly replays: SubscriptionsReplays
  readonly eventTypes: SubscriptionsEventTypes

  constructor(client: UsherClient) {
    super(client)
    this.deliveries = new SubscriptionsDeliveries(client)
    this.replays = new SubscriptionsReplays(client)
    this.eventTypes = new SubscriptionsEventTypes(client)
  }

  /** Create a webhook subscription; the answer shows its secret, once. */
  create(body: Schemas['WebhookEndpointCreate'], options?: RequestOptions): Promise<Schemas['WebhookEndpointWithSecret']> {
    return this.dataOf('POST', '/api/subscriptions', { body }, options)
  }

  /** List webhook subscriptions, oldest first. Iterate over it for all pages. */
  list(query?: Query<'listSubscriptions'>, options?: RequestOptions): PagePromise<Schemas['WebhookEndpointPage']> {
    return this.pagesOf('/api/subscriptions', query, options)
  }

  /** Delete a webhook subscription; its pending deliveries are not attempted any more. */
  delete(subscriptionId: string, options?: RequestOptions): Promise<void> {
    return this.dataOf('DELETE', pathOf(['/api/subscriptions/', ''], subscriptionId), {}, options)
  }

  /** Retrieve a webhook subscription. */
  get(subscriptionId: string, options?: RequestOptions): Promise<Schemas['WebhookEndpointDetail']> {
    return this.dataOf('GET', pathOf(['/api/subscriptions/', ''], subscriptionId), {}, options)
  }

  /** Update a webhook subscription. */
  update(subscriptionId: string, body?: Schemas['WebhookEndpointUpdate'], options?: RequestOptions): Promise<Schemas['WebhookEndpointDetail']> {
    return this.dataOf('PATCH', pathOf(['/api/subscriptions/', ''], subscriptionId), { body }, options)
  }

  /** Attempt past deliveries again, one after the other in the order of their events. */
  replay(subscriptionId: string, body: Schemas['WebhookReplayCreate'], options?: RequestOptions): Promise<Schemas['WebhookReplay']> {
    return this.dataOf('POST', pathOf(['/api/subscriptions/', '/replay'], subscriptionId), { body }, options)
  }

  /** Give the subscription a new secret; the one before signs too for 24 hours, or until the next rotation. */
  rotateSecret(subscriptionId: string, options?: RequestOptions): Promise<Schemas['WebhookEndpointWithSecret']> {
    return this.dataOf('POST', pathOf(['/api/subscriptions/', '/rotate-secret'], subscriptionId), {}, options)
  }

  /** Send the example of an event type now, even to a disabled endpoint; the answer shows what came of it. */
  test(subscriptionId: string, body: Schemas['WebhookTest'], options?: RequestOptions): Promise<Schemas['Delivery']> {
    return this.dataOf('POST', pathOf(['/api/subscriptions/', '/test'], subscriptionId), { body }, options)
  }
}

export class Requests extends Resource {
  /** List single requests of the last 7 days, newest first, as `GET /account/requests` does for members: all writes, and as many reads as the log has room for. Iterate over it for all pages. */
  listApi(query?: Query<'listApiRequests'>, options?: RequestOptions): PagePromise<Schemas['LoggedRequestPage']> {
    return this.pagesOf('/v1/requests', query, options)
  }
}

export class ServiceTypes extends Resource {
  /** Create a service type. */
  create(body: Schemas['ServiceTypeCreate'], options?: RequestOptions): Promise<Schemas['ServiceType']> {
    return this.dataOf('POST', '/api/service-types', { body }, options)
  }

  /** List service types, oldest first. Iterate over it for all pages. */
  list(query?: Query<'listServiceTypes'>, options?: RequestOptions): PagePromise<Schemas['ServiceTypePage']> {
    return this.pagesOf('/api/service-types', query, options)
  }

  /** Delete a service type; one that has bookings is archived. */
  delete(serviceTypeId: string, options?: RequestOptions): Promise<void> {
    return this.dataOf('DELETE', pathOf(['/api/service-types/', ''], serviceTypeId), {}, options)
  }

  /** Retrieve a service type, archived ones too. */
  get(serviceTypeId: string, options?: RequestOptions): Promise<Schemas['ServiceType']> {
    return this.dataOf('GET', pathOf(['/api/service-types/', ''], serviceTypeId), {}, options)
  }

  /** Replace a service type: settings that are left out get their defaults; bookings that exist stay as they are. */
  replace(serviceTypeId: string, body: Schemas['ServiceTypeCreate'], options?: RequestOptions): Promise<Schemas['ServiceType']> {
    return this.dataOf('PUT', pathOf(['/api/service-types/', ''], serviceTypeId), { body }, options)
  }

  /** Update a service type; bookings that exist stay as they are. */
  update(serviceTypeId: string, body?: Schemas['ServiceTypeUpdate'], options?: RequestOptions): Promise<Schemas['ServiceType']> {
    return this.dataOf('PATCH', pathOf(['/api/service-types/', ''], serviceTypeId), { body }, options)
  }
}

export class Providers extends Resource {
  /** Create a provider. */
  create(body: Schemas['ProviderCreate'], options?: RequestOptions): Promise<Schemas['Provider']> {
    return this.dataOf('POST', '/api/providers', { body }, options)
  }

  /** List providers, oldest first. Iterate over it for all pages. */
  list(query?: Query<'listProviders'>, options?: RequestOptions): PagePromise<Schemas['ProviderPage']> {
    return this.pagesOf('/api/providers', query, options)
  }

  /** Delete a provider; one that has bookings is archived. */
  delete(providerId: string, options?: RequestOptions): Promise<void> {
    return this.dataOf('DELETE', pathOf(['/api/providers/', ''], providerId), {}, options)
  }

  /** Retrieve a provider, archived ones too. */
  get(providerId: string, options?: RequestOptions): Promise<Schemas['Provider']> {
    return this.dataOf('GET', pathOf(['/api/providers/', ''], providerId), {}, options)
  }

  /** Update a provider; bookings that exist stay as they are. */
  update(providerId: string, body?: Schemas['ProviderUpdate'], options?: RequestOptions): Promise<Schemas['Provider']> {
    return this.dataOf('PATCH', pathOf(['/api/providers/', ''], providerId), { body }, options)
  }
}

export class Availability extends Resource {
  /** Tell for each provider whether a time can be booked and, if not, which rules keep it from that. */
  explain(query: Query<'explainAvailability'>, options?: RequestOptions): Promise<Schemas['AvailabilityExplanation']> {
    return this.dataOf('GET', '/api/availability/explain', { query }, options)
  }

  /** List the times of a service type that can be booked, of up to 62 days. */
  get(query: Query<'getAvailability'>, options?: RequestOptions): Promise<Schemas['Availability']> {
    return this.dataOf('GET', '/api/availability', { query }, options)
  }

  /** Find the first time of a service type that can be booked, as far ahead as its bookings are taken. */
  first(query: Query<'getFirstAvailable'>, options?: RequestOptions): Promise<Schemas['FirstAvailable']> {
    return this.dataOf('GET', '/api/availability/first', { query }, options)
  }
}

export class Bookings extends Resource {
  /** Cancel a booking, with a reason; its time is free at once. */
  cancel(bookingId: string, body?: Schemas['BookingCancellation'], options?: RequestOptions): Promise<Schemas['Booking']> {
    return this.dataOf('POST', pathOf(['/api/bookings/', '/cancel'], bookingId), { body }, options)
  }

  /** Let the customer of a booking, who has arrived, stand in a queue; `guest_id` follows in a moment. */
  checkIn(bookingId: string, body: Schemas['BookingCheckIn'], options?: RequestOptions): Promise<Schemas['Booking']> {
    return this.dataOf('POST', pathOf(['/api/bookings/', '/check-in'], bookingId), { body }, options)
  }

  /** Book a free time, or one that was held. */
  create(body: Schemas['BookingCreate'], options?: RequestOptions): Promise<Schemas['Booking']> {
    return this.dataOf('POST', '/api/bookings', { body }, options)
  }

  /** List bookings in the order of their starts, or the other way round. Iterate over it for all pages. */
  list(query?: Query<'listBookings'>, options?: RequestOptions): PagePromise<Schemas['BookingPage']> {
    return this.pagesOf('/api/bookings', query, options)
  }

  /** Retrieve a booking. */
  get(bookingId: string, options?: RequestOptions): Promise<Schemas['Booking']> {
    return this.dataOf('GET', pathOf(['/api/bookings/', ''], bookingId), {}, options)
  }

  /** Move a booking, or change its details or status; where the new time is not free nothing changes. */
  update(bookingId: string, body?: Schemas['BookingUpdate'], options?: RequestOptions): Promise<Schemas['Booking']> {
    return this.dataOf('PATCH', pathOf(['/api/bookings/', ''], bookingId), { body }, options)
  }

  /** Hold a free time for some minutes, for the booking that names the hold. */
  hold(body: Schemas['HoldCreate'], options?: RequestOptions): Promise<Schemas['Hold']> {
    return this.dataOf('POST', '/api/booking-holds', { body }, options)
  }

  /** Release a hold before it expires. */
  releaseHold(bookingHoldId: string, options?: RequestOptions): Promise<void> {
    return this.dataOf('DELETE', pathOf(['/api/booking-holds/', ''], bookingHoldId), {}, options)
  }
}

export class BookingSeries extends Resource {
  /** Cancel the bookings of a series that are still ahead, all at once. */
  cancel(bookingSeriesId: string, body?: Schemas['BookingSeriesCancel'], options?: RequestOptions): Promise<Schemas['BookingSeries']> {
    return this.dataOf('POST', pathOf(['/api/booking-series/', '/cancel'], bookingSeriesId), { body }, options)
  }

  /** Book several services in one visit, or visits that recur: all of them or none, or what is free. */
  create(body: Schemas['BookingSeriesCreate'], options?: RequestOptions): Promise<Schemas['BookingSeries']> {
    return this.dataOf('POST', '/api/booking-series', { body }, options)
  }

  /** Retrieve a series of bookings. */
  get(bookingSeriesId: string, options?: RequestOptions): Promise<Schemas['BookingSeries']> {
    return this.dataOf('GET', pathOf(['/api/booking-series/', ''], bookingSeriesId), {}, options)
  }
}

export class BookingPage extends Resource {
  /** The page on which customers book by themselves. */
  get(options?: RequestOptions): Promise<Schemas['BookingPageSettings']> {
    return this.dataOf('GET', '/api/booking-page', {}, options)
  }

  /** Make or change the page; it offers the service types that have online_booking. */
  update(body?: Schemas['BookingPageSettingsUpdate'], options?: RequestOptions): Promise<Schemas['BookingPageSettings']> {
    return this.dataOf('PATCH', '/api/booking-page', { body }, options)
  }

  /** How often limits refused what customers attempted online, by day. */
  getRefusals(options?: RequestOptions): Promise<Schemas['Refusals']> {
    return this.dataOf('GET', '/api/booking-page/refusals', {}, options)
  }
}

export class Standbys extends Resource {
  /** List customers who wait for a time, in the order in which they joined. Iterate over it for all pages. */
  list(query?: Query<'listStandbys'>, options?: RequestOptions): PagePromise<Schemas['StandbyPage']> {
    return this.pagesOf('/api/standbys', query, options)
  }

  /** End a standby; a time that is offered to the customer goes to the next. */
  remove(standbyId: string, options?: RequestOptions): Promise<void> {
    return this.dataOf('DELETE', pathOf(['/api/standbys/', ''], standbyId), {}, options)
  }
}

export class GoogleCalendarConnectionsConflicts extends Resource {
  /** List what was not the same in the calendar and here, and how it went, newest first; kept for 30 days. Iterate over it for all pages. */
  list(connectionId: string, query?: Query<'listCalendarConflicts'>, options?: RequestOptions): PagePromise<Schemas['CalendarConflictPage']> {
    return this.pagesOf(pathOf(['/api/google-calendar/connections/', '/conflicts'], connectionId), query, options)
  }
}

export class GoogleCalendarConnectionsCalendars extends Resource {
  /** List the calendars of the connected account, as Google has them now. */
  list(connectionId: string, options?: RequestOptions): Promise<Schemas['GoogleCalendarList']> {
    return this.dataOf('GET', pathOf(['/api/google-calendar/connections/', '/calendars'], connectionId), {}, options)
  }
}

export class GoogleCalendarConnectionsHeldBookings extends Resource {
  /** List the bookings whose events vanished when the connection was paused, in the order of their ends: what resuming would cancel. Iterate over it for all pages. */
  list(connectionId: string, query?: Query<'listHeldBookings'>, options?: RequestOptions): PagePromise<Schemas['HeldBookingPage']> {
    return this.pagesOf(pathOf(['/api/google-calendar/connections/', '/held-bookings'], connectionId), query, options)
  }
}

export class GoogleCalendarConnections extends Resource {
  readonly conflicts: GoogleCalendarConnectionsConflicts
  readonly calendars: GoogleCalendarConnectionsCalendars
  readonly heldBookings: GoogleCalendarConnectionsHeldBookings

  constructor(client: UsherClient) {
    super(client)
    this.conflicts = new GoogleCalendarConnectionsConflicts(client)
    this.calendars = new GoogleCalendarConnectionsCalendars(client)
    this.heldBookings = new GoogleCalendarConnectionsHeldBookings(client)
  }

  /** Disconnect a calendar: it blocks no time any more, and access is given back to Google. */
  delete(connectionId: string, options?: RequestOptions): Promise<void> {
    return this.dataOf('DELETE', pathOf(['/api/google-calendar/connections/', ''], connectionId), {}, options)
  }

  /** Retrieve a connection to Google Calendar. */
  get(connectionId: string, options?: RequestOptions): Promise<Schemas['CalendarConnection']> {
    return this.dataOf('GET', pathOf(['/api/google-calendar/connections/', ''], connectionId), {}, options)
  }

  /** Choose which calendar is written to and which block time, or go on after many deletions. */
  update(connectionId: string, body?: Schemas['CalendarConnectionUpdate'], options?: RequestOptions): Promise<Schemas['CalendarConnection']> {
    return this.dataOf('PATCH', pathOf(['/api/google-calendar/connections/', ''], connectionId), { body }, options)
  }

  /** List the connections to Google Calendar, oldest first. Iterate over it for all pages. */
  list(query?: Query<'listCalendarConnections'>, options?: RequestOptions): PagePromise<Schemas['CalendarConnectionPage']> {
    return this.pagesOf('/api/google-calendar/connections', query, options)
  }
}

export class GoogleCalendarSyncs extends Resource {
  /** See how far a sync is and what it did; kept for a week. */
  get(syncId: string, options?: RequestOptions): Promise<Schemas['CalendarSync']> {
    return this.dataOf('GET', pathOf(['/api/google-calendar/syncs/', ''], syncId), {}, options)
  }

  /** Follow a sync: `sync` events, each with the whole of it, until it is over. */
  stream(syncId: string, options?: StreamOptions): AsyncGenerator<StreamEvent, void, undefined> {
    return this.eventsAt(pathOf(['/api/google-calendar/syncs/', '/stream'], syncId), undefined, options, 'completed_at')
  }
}

export class GoogleCalendar extends Resource {
  readonly connections: GoogleCalendarConnections
  readonly syncs: GoogleCalendarSyncs

  constructor(client: UsherClient) {
    super(client)
    this.connections = new GoogleCalendarConnections(client)
    this.syncs = new GoogleCalendarSyncs(client)
  }

  /** Sync both ways now, all connections or one; the work goes on after the answer. */
  startSync(body?: Schemas['CalendarSyncCreate'], options?: RequestOptions): Promise<Schemas['CalendarSync']> {
    return this.dataOf('POST', '/api/google-calendar/sync', { body }, options)
  }

  /** Begin to connect a provider's Google Calendar; a browser is sent to Google's page. */
  startAuth(query: Query<'startGoogleCalendarAuth'>, options?: RequestOptions): Promise<Schemas['CalendarAuthorization']> {
    return this.dataOf('GET', '/api/google-calendar/auth', { query }, options)
  }
}

export class Catalog extends Resource {
  /** The catalogue of an organisation: its categories, with their products and bookable service types. Iterate over it for all pages. */
  get(organizationId: string, query?: Query<'getCatalog'>, options?: RequestOptions): PagePromise<Schemas['CatalogPage']> {
    return this.pagesOf(pathOf(['/api/v1/catalog/', ''], organizationId), query, options)
  }

  /** The categories of an organisation that its catalogue shows, in its order. Iterate over it for all pages. */
  listCategories(organizationId: string, query?: Query<'listCatalogCategories'>, options?: RequestOptions): PagePromise<Schemas['CatalogCategoryPage']> {
    return this.pagesOf(pathOf(['/api/v1/categories/', ''], organizationId), query, options)
  }

  /** The products of an organisation that its catalogue shows, in its order. Iterate over it for all pages. */
  listProducts(organizationId: string, query?: Query<'listCatalogProducts'>, options?: RequestOptions): PagePromise<Schemas['CatalogProductPage']> {
    return this.pagesOf(pathOf(['/api/v1/products/', ''], organizationId), query, options)
  }
}

export class Categories extends Resource {
  /** Create a category. */
  create(body: Schemas['CategoryCreate'], options?: RequestOptions): Promise<Schemas['Category']> {
    return this.dataOf('POST', '/api/categories', { body }, options)
  }

  /** List the categories of the organisation, oldest first. Iterate over it for all pages. */
  list(query?: Query<'listCategories'>, options?: RequestOptions): PagePromise<Schemas['CategoryPage']> {
    return this.pagesOf('/api/categories', query, options)
  }

  /** Archive a category: the catalogue does not show it any more. */
  delete(categoryId: string, options?: RequestOptions): Promise<void> {
    return this.dataOf('DELETE', pathOf(['/api/categories/', ''], categoryId), {}, options)
  }

  /** Retrieve a category, archived ones too. */
  get(categoryId: string, options?: RequestOptions): Promise<Schemas['Category']> {
    return this.dataOf('GET', pathOf(['/api/categories/', ''], categoryId), {}, options)
  }

  /** Update a category. */
  update(categoryId: string, body?: Schemas['CategoryUpdate'], options?: RequestOptions): Promise<Schemas['Category']> {
    return this.dataOf('PATCH', pathOf(['/api/categories/', ''], categoryId), { body }, options)
  }
}

export class Products extends Resource {
  /** Create a product. */
  create(body: Schemas['ProductCreate'], options?: RequestOptions): Promise<Schemas['Product']> {
    return this.dataOf('POST', '/api/products', { body }, options)
  }

  /** List the products of the organisation, oldest first. Iterate over it for all pages. */
  list(query?: Query<'listProducts'>, options?: RequestOptions): PagePromise<Schemas['ProductPage']> {
    return this.pagesOf('/api/products', query, options)
  }

  /** Archive a product: the catalogue does not show it any more. */
  delete(productId: string, options?: RequestOptions): Promise<void> {
    return this.dataOf('DELETE', pathOf(['/api/products/', ''], productId), {}, options)
  }

  /** Retrieve a product, archived ones too. */
  get(productId: string, options?: RequestOptions): Promise<Schemas['Product']> {
    return this.dataOf('GET', pathOf(['/api/products/', ''], productId), {}, options)
  }

  /** Update a product. */
  update(productId: string, body?: Schemas['ProductUpdate'], options?: RequestOptions): Promise<Schemas['Product']> {
    return this.dataOf('PATCH', pathOf(['/api/products/', ''], productId), { body }, options)
  }
}

/** Every resource of the API. */
export class Resources {
  readonly queues: Queues
  readonly guests: Guests
  readonly notifications: Notifications
  readonly test: Test
  readonly webhookEndpoints: WebhookEndpoints
  readonly eventTypes: EventTypes
  readonly events: Events
  readonly deliveries: Deliveries
  readonly subscriptions: Subscriptions
  readonly requests: Requests
  readonly serviceTypes: ServiceTypes
  readonly providers: Providers
  readonly availability: Availability
  readonly bookings: Bookings
  readonly bookingSeries: BookingSeries
  readonly bookingPage: BookingPage
  readonly standbys: Standbys
  readonly googleCalendar: GoogleCalendar
  readonly catalog: Catalog
  readonly categories: Categories
  readonly products: Products

  constructor(client: UsherClient) {
    this.queues = new Queues(client)
    this.guests = new Guests(client)
    this.notifications = new Notifications(client)
    this.test = new Test(client)
    this.webhookEndpoints = new WebhookEndpoints(client)
    this.eventTypes = new EventTypes(client)
    this.events = new Events(client)
    this.deliveries = new Deliveries(client)
    this.subscriptions = new Subscriptions(client)
    this.requests = new Requests(client)
    this.serviceTypes = new ServiceTypes(client)
    this.providers = new Providers(client)
    this.availability = new Availability(client)
    this.bookings = new Bookings(client)
    this.bookingSeries = new BookingSeries(client)
    this.bookingPage = new BookingPage(client)
    this.standbys = new Standbys(client)
    this.googleCalendar = new GoogleCalendar(client)
    this.catalog = new Catalog(client)
    this.categories = new Categories(client)
    this.products = new Products(client)
  }
}
