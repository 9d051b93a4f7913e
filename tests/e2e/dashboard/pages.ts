/** A page for tests and screenshots: its address, and the heading that shows it has loaded. */
export interface KnownPage {
  readonly name: string
  readonly path: string
  readonly shown: string | RegExp
}

/** Public pages. */
export const OPEN_PAGES: readonly KnownPage[] = [
  { name: 'sign-in', path: '/sign-in', shown: 'Sign in' },
  { name: 'sign-up', path: '/sign-up', shown: 'Create an account' },
  { name: 'reset-password-ask', path: '/reset-password', shown: 'Forgot your password?' },
  { name: 'reset-password-set', path: '/reset-password?token=t', shown: 'Set a new password' },
  { name: 'accept-invitation', path: '/accept-invitation?token=t', shown: 'Join your team' },
  { name: 'verify-email', path: '/verify-email?token=t', shown: 'Verify your address' },
]

/** Members' pages, for the demo organisation. */
export const PAGES: readonly KnownPage[] = [
  { name: 'queues', path: '/queues', shown: 'Queues' },
  { name: 'bookings', path: '/bookings', shown: 'Bookings' },
  { name: 'standby', path: '/bookings/standby', shown: 'Standby list' },
  { name: 'booking-page', path: '/booking-page', shown: 'Booking page' },
  { name: 'providers', path: '/providers', shown: 'Providers and hours' },
  { name: 'service-types', path: '/service-types', shown: 'Service types' },
  { name: 'catalogue', path: '/catalogue', shown: 'Catalogue' },
  { name: 'google-calendar', path: '/google-calendar', shown: 'Google Calendar' },
  { name: 'new-queue', path: '/queues/new', shown: 'New queue' },
  { name: 'replies', path: '/replies', shown: 'Replies' },
  { name: 'messages', path: '/messages', shown: 'Messages' },
  { name: 'templates', path: '/messages/templates', shown: 'Templates' },
  { name: 'opt-outs', path: '/messages/opt-outs', shown: 'Opt-outs' },
  { name: 'message-settings', path: '/settings/messages', shown: 'Message sending' },
  { name: 'insights', path: '/insights', shown: 'Insights' },
  { name: 'security', path: '/settings/security', shown: 'Password and security' },
  { name: 'api-keys', path: '/settings/api-keys', shown: 'API keys' },
  { name: 'oauth-applications', path: '/settings/oauth-applications', shown: 'OAuth applications' },
  { name: 'members', path: '/settings/members', shown: 'Members' },
  { name: 'organization', path: '/settings/organization', shown: 'Organisation' },
  { name: 'privacy', path: '/settings/privacy', shown: 'Privacy' },
  { name: 'audit', path: '/audit', shown: 'Audit log' },
  { name: 'test-messages', path: '/developers/test-messages', shown: 'Test messages' },
  { name: 'developers', path: '/developers', shown: 'Developers' },
  { name: 'requests', path: '/developers/requests?by=all', shown: 'Requests' },
  { name: 'webhooks', path: '/settings/webhooks', shown: 'Webhooks' },
  { name: 'not-found', path: '/nowhere', shown: 'Page not found' },
]
