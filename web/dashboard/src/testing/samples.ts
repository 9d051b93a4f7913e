import type { Schemas } from '../api/client.ts'

const AT = '2026-05-04T09:00:00.000Z'
const DATES = { created_at: AT, updated_at: AT }

const idOf = (prefix: string, last = '0') => `${prefix}_01h455vb4pex5vsknk084sn02${last}`

/** The generated types know no values of records. */
const record = (values: object) => values as Record<string, never>

/** An owner of an organisation in Berlin, who may do everything. */
export const ME: Schemas['Me'] = {
  organization: {
    ...{ id: idOf('org'), name: 'Bistro', plan: 'standard', early_access: true },
    ...{ country: 'DE', timezone: 'Europe/Berlin', guest_retention_days: 30, created_at: AT },
    quiet_hours: null,
    ...{ address: null, phone: null, brand_color: null, privacy_url: null, logo_url: null },
  },
  member: { id: idOf('mem'), name: 'Ada', email: 'ada@example.com', role: 'owner', created_at: AT },
  ...{ csrf_token: 'token', expires_at: AT, session_id: idOf('ses') },
  ...{ second_factor: false, recovery_codes_left: 0 },
  scopes: [
    ...(['queues:read', 'queues:write', 'guests:read', 'guests:write'] as const),
    ...(['service-types:write', 'providers:write', 'bookings:write'] as const),
  ],
}

/** A page of a list, which is its last. */
export const pageOf = <Item>(...data: Item[]) => ({ data, next_cursor: null })

export const PROVIDER: Schemas['Provider'] = {
  ...{ id: idOf('pvd'), name: 'Grace', timezone: 'Asia/Tokyo', active: true },
  ...{ weekly_hours: [], overrides: [], time_off: [], weight: 1, calendar_max_age_minutes: null },
  ...{ service_type_ids: [], archived_at: null, ...DATES },
}

export const CATEGORY: Schemas['Category'] = {
  ...{ id: idOf('cat'), name: 'Hair', description: null, image_url: null },
  ...{ position: 0, active: true, translations: {}, archived_at: null, ...DATES },
}

export const SERVICE_TYPE: Schemas['ServiceType'] = {
  ...{ id: idOf('svt'), name: 'Haircut', description: null, duration_minutes: 30, duration_options: [] },
  ...{ buffer_before_minutes: 0, buffer_after_minutes: 0, slot_step_minutes: null, min_notice_minutes: 0 },
  ...{ horizon_days: 60, capacity: 1, max_per_customer_per_day: null, max_per_day: null },
  ...{ requires_confirmation: false, price: null, provider_ids: [PROVIDER.id], category_id: null },
  ...{ active: true, online_booking: null, archived_at: null, ...DATES },
}

export const BOOKING_PAGE: Schemas['BookingPageSettings'] = {
  ...{ slug: 'bistro', url: 'https://usher.test/book/bistro' },
  ...{ embed_sites: ['https://www.bistro.example'], updated_at: AT },
}

export const QUEUE: Schemas['Queue'] = {
  ...{
    id: idOf('q'),
    name: 'Dinner',
    status: 'active',
    capacity: null,
    min_party_size: 1,
    max_party_size: 99,
  },
  ...{ service_minutes: 10, servers: 1, no_show_after_minutes: null, almost_ready_position: 3 },
  ...{ timezone: 'Europe/Berlin', opening_hours: null, opening_exceptions: [], pause_reason: null },
  ...{
    priority_classes: [],
    public_join: false,
    public_join_limits: null,
    custom_fields: [],
    explain_delays: true,
    bookings: null,
  },
  ...{ join_url: 'https://usher.test/join/dinner', waiting_count: 0, estimated_wait: 0 },
  ...{ estimated_wait_range: { low: 0, high: 0 }, free_places: 1, ...DATES },
}

export const QUEUE_MESSAGES: Schemas['QueueMessages'] = {
  queue_id: QUEUE.id,
  automatic: {
    ...{ added: true, almost_ready: true, ready: true },
    ...{ reminder: false, no_show: false, requeued: true },
  },
  ...{ reminder_after_minutes: 5, quiet_hours: null, updated_at: null },
}

export const ENDPOINT: Schemas['WebhookEndpoint'] = {
  ...{ id: idOf('whk'), url: 'https://till.example/usher', event_types: null, queue_ids: null },
  ...{
    description: 'Till',
    metadata: record({ team: 'kitchen' }),
    enabled: true,
    rate_limit_per_second: null,
  },
  ...{
    ordering: 'none',
    header_names: ['x-till'],
    api_version: '2026-12-01',
    disabled_reason: null,
    secret_expires_at: null,
    ...DATES,
  },
}

/** One that comes with Usher. */
export const TEMPLATE: Schemas['Template'] = {
  ...{ id: idOf('tpl'), name: 'Called', kind: 'ready', locale: 'en', subject: 'Your table' },
  ...{ text: 'Come, {{ guest_name }}.', variables: ['guest_name', 'queue_name'], is_default: true },
  ...{ created_at: null, updated_at: null },
}

export const MESSAGE_PROVIDER: Schemas['MessageProvider'] = {
  ...{ id: idOf('mpr'), kind: 'twilio', name: 'Main number', enabled: true, channels: ['sms'], priority: 1 },
  settings: {
    ...{ account_sid: `AC${'0'.repeat(32)}`, messaging_service_sid: null },
    ...{ from: '+14155552671', validity_seconds: 14_400 },
  },
  ...{ credentials: record({ auth_token: { last4: 'cdef' } }), callbacks: {}, ...DATES },
}

export const BOOKING: Schemas['Booking'] = {
  ...{ id: idOf('bk'), status: 'confirmed', service_type_id: SERVICE_TYPE.id, provider_id: PROVIDER.id },
  ...{
    start: '2026-05-05T00:00:00.000Z',
    end: '2026-05-05T00:30:00.000Z',
    timezone: 'Asia/Tokyo',
    seats: 1,
  },
  customer: { name: 'Joan', phone: null, email: null, locale: null },
  ...{ notes: null, metadata: {}, answers: {}, series: null, source: 'dashboard', cancel_reason: null },
  ...{ manage_url: 'https://usher.test/b/token', cancelled_at: null, checked_in_at: null },
  ...{ queue_id: null, guest_id: null, check_in_error: null, ...DATES },
}

export const STANDBY: Schemas['Standby'] = {
  ...{ id: idOf('sby'), status: 'waiting', end_reason: null, duration_minutes: 30, seats: 1 },
  windows: [{ from: '2026-05-05T07:00:00.000Z', to: '2026-05-05T10:00:00.000Z' }],
  ...{ service_name: 'Haircut', service_type_id: SERVICE_TYPE.id, provider_id: null },
  customer: { name: 'Joan', phone: null, email: 'joan@example.com', locale: null },
  ...{ notes: null, answers: {}, offer: null, booking_id: null, ...DATES },
}

export const GUEST: Schemas['Guest'] = {
  ...{ id: idOf('gst'), queue_id: QUEUE.id, name: 'Joan', phone: null, email: null, party_size: 2 },
  ...{
    position: 1,
    rank: 'a0',
    estimated_wait: 5,
    estimated_wait_range: { low: 4, high: 8 },
    quoted_wait: 5,
  },
  ...{
    status: 'waiting',
    status_url: 'https://usher.test/g/token',
    duplicate_of: null,
    phone_unusual: false,
    tags: [],
    fields: {},
  },
  ...{
    delay: null,
    notes: 'By the window',
    priority: null,
    away_until: null,
    arrived_at: null,
    locale: null,
  },
  ...{ timezone: null, notified_at: null, desk: null, seated_at: null, no_show_at: null, removed_at: null },
  no_show_due_at: null,
  ...{ unreached: null, unread_reply_at: null, booking: null, anonymized_at: null, ...DATES },
}
