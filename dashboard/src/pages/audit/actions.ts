import type { operations } from '@usher/sdk/client'

/** What an operation does: the verb, the verb in the past, and the thing if its name is not known. */
export type Action = readonly [verb: string, past: string, thing: string]

type Actions = Readonly<Partial<Record<keyof operations, Action>>>

/** Operations on guests, who stand in a queue. */
export const GUEST_ACTIONS: Actions = {
  addGuest: ['add', 'added', 'a guest'],
  updateGuest: ['change', 'changed', 'a guest'],
  notifyGuest: ['call', 'called', 'a guest'],
  seatGuest: ['seat', 'seated', 'a guest'],
  markNoShow: ['mark', 'marked', 'a guest as a no-show'],
  undoGuest: ['bring back', 'brought back', 'a guest'],
  moveGuest: ['move', 'moved', 'a guest'],
  markRepliesRead: ['read', 'read', 'the replies of a guest'],
  removeGuest: ['remove', 'removed', 'a guest'],
  callNextGuest: ['call', 'called', 'the next guest'],
  notifyGuests: ['call', 'called', 'several guests'],
  transferGuest: ['transfer', 'transferred', 'a guest'],
  joinQueue: ['join', 'joined', 'the line'],
  leaveLine: ['leave', 'left', 'the line'],
  reportArrival: ['report', 'reported', 'their arrival'],
  deferTurn: ['let', 'let', 'others go first'],
  updateOwnPreferences: ['choose', 'chose', 'their language or time zone'],
}

/** Operations on queues, which are named. */
export const QUEUE_ACTIONS: Actions = {
  createQueue: ['create', 'created', 'a queue'],
  updateQueue: ['change', 'changed', 'a queue'],
  deleteQueue: ['delete', 'deleted', 'a queue'],
  pauseQueue: ['pause', 'paused', 'a queue'],
  resumeQueue: ['resume', 'resumed', 'a queue'],
}

const OTHER_ACTIONS: Actions = {
  countFreePlaces: ['count', 'counted', 'the free places of a queue'],
  replaceLogo: ['upload', 'uploaded', 'a logo'],
  deleteLogo: ['remove', 'removed', 'the logo'],
  announceToQueue: ['message', 'messaged', 'everybody in line'],
  updateQueueMessages: ['change', 'changed', 'the messages of a queue'],
  sendNotification: ['send', 'sent', 'a message'],
  updateNotificationSettings: ['change', 'changed', 'message sending'],
  createOptOut: ['add', 'added', 'an opt-out'],
  deleteOptOut: ['delete', 'deleted', 'an opt-out'],
  createTemplate: ['create', 'created', 'a template'],
  updateTemplate: ['change', 'changed', 'a template'],
  deleteTemplate: ['delete', 'deleted', 'a template'],
  createMessageProvider: ['add', 'added', 'a message provider'],
  updateMessageProvider: ['change', 'changed', 'a message provider'],
  deleteMessageProvider: ['delete', 'deleted', 'a message provider'],
  createBooking: ['make', 'made', 'a booking'],
  updateBooking: ['change', 'changed', 'a booking'],
  cancelBooking: ['cancel', 'cancelled', 'a booking'],
  checkInBooking: ['check in', 'checked in', 'a booking'],
  moveOwnBooking: ['move', 'moved', 'their booking'],
  cancelOwnBooking: ['cancel', 'cancelled', 'their booking'],
  createServiceType: ['create', 'created', 'a service type'],
  updateServiceType: ['change', 'changed', 'a service type'],
  replaceServiceType: ['replace', 'replaced', 'a service type'],
  deleteServiceType: ['delete', 'deleted', 'a service type'],
  createProvider: ['create', 'created', 'a provider'],
  updateProvider: ['change', 'changed', 'a provider'],
  deleteProvider: ['delete', 'deleted', 'a provider'],
  createCategory: ['create', 'created', 'a category'],
  updateCategory: ['change', 'changed', 'a category'],
  deleteCategory: ['delete', 'deleted', 'a category'],
  createProduct: ['create', 'created', 'a product'],
  updateProduct: ['change', 'changed', 'a product'],
  deleteProduct: ['delete', 'deleted', 'a product'],
  confirmGoogleCalendar: ['connect', 'connected', 'a Google Calendar'],
  updateCalendarConnection: ['change', 'changed', 'a calendar connection'],
  deleteCalendarConnection: ['disconnect', 'disconnected', 'a Google Calendar'],
  createWebhookEndpoint: ['create', 'created', 'a webhook endpoint'],
  updateWebhookEndpoint: ['change', 'changed', 'a webhook endpoint'],
  deleteWebhookEndpoint: ['delete', 'deleted', 'a webhook endpoint'],
  rotateWebhookSecret: ['rotate', 'rotated', 'the secret of a webhook endpoint'],
  createApiKey: ['create', 'created', 'an API key'],
  rotateApiKey: ['rotate', 'rotated', 'an API key'],
  revokeApiKey: ['revoke', 'revoked', 'an API key'],
  createOAuthClient: ['register', 'registered', 'an OAuth application'],
  updateOAuthClient: ['change', 'changed', 'an OAuth application'],
  deleteOAuthClient: ['delete', 'deleted', 'an OAuth application'],
  createInvitation: ['invite', 'invited', 'a member'],
  withdrawInvitation: ['withdraw', 'withdrew', 'an invitation'],
  acceptInvitation: ['accept', 'accepted', 'an invitation'],
  updateMember: ['change', 'changed', 'a member'],
  removeMember: ['remove', 'removed', 'a member'],
  updateOrganization: ['change', 'changed', 'the organisation'],
  createPrivacyRequest: ['request', 'requested', 'an export or erasure'],
  signIn: ['sign', 'signed', 'in'],
  signOut: ['sign', 'signed', 'out'],
  changePassword: ['change', 'changed', 'their password'],
}

/** Everything with words of its own; other actions are called by their identifier. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  ...GUEST_ACTIONS,
  ...QUEUE_ACTIONS,
  ...OTHER_ACTIONS,
}

/** Events that no request caused. */
export const EVENTS: Readonly<Record<string, Action>> = {
  'notification.sent': ['send', 'sent', 'a message'],
  'notification.delivered': ['deliver', 'delivered', 'a message'],
  'notification.failed': ['send', 'failed to send', 'a message'],
  'guest.no_show': ['mark', 'marked', 'a guest as a no-show'],
  'guest.removed': ['remove', 'removed', 'a guest'],
  'guest.updated': ['change', 'changed', 'a guest'],
  'organization.created': ['create', 'created', 'the organisation'],
  'organization.updated': ['change', 'changed', 'the organisation'],
}
