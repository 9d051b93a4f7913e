import type { Policy } from '@usher/service-kit'

const MINUTE = 60
const TEN_MINUTES = 600
const HOUR = 3_600
const DAY = 86_400

const TOO_MUCH = 'Too many requests from your network. Try again later, or ask the staff.'

/**
 * What customers may do without a credential. A whole clinic may share an address, so limits by address are generous;
 * what an address may take away from others, times of a day and places on standby, is limited by itself.
 */
export const BOOKING_POLICIES = {
  /** Holds, renewals included, and attempts at times that are not free, which search for the nearest. {@link requireShare} limits those at once. */
  hold: {
    counts: ['success', 'slot_unavailable'],
    limits: { address: { by: ['page', 'address'], points: 300, seconds: HOUR } },
    refusal: TOO_MUCH,
  },
  /** Costs a point for each visit. A series that clashes was looked through visit by visit. */
  booking: {
    counts: ['success', 'series_clash'],
    limits: { address: { by: ['page', 'address'], points: 150, seconds: HOUR } },
    refusal: TOO_MUCH,
  },
  /** Bookings of one day whose customer has proved no address: points are ms of a provider's day. */
  booking_of_day: {
    counts: ['success'],
    limits: { address: { by: ['page', 'day', 'address'], points: 0, seconds: DAY } },
    refusal:
      'Many bookings for this day came from your network. Choose another day, confirm your e-mail address or phone with a code, or ask the staff.',
  },
  /**
   * Codes sent. Once a contact has had its daily limit, each address can still get one, so strangers cannot keep the
   * owner from proving the contact.
   */
  code: {
    counts: ['success'],
    limits: {
      minute: { by: ['page', 'contact', 'address'], points: 1, seconds: MINUTE },
      hour: { by: ['page', 'contact', 'address'], points: 5, seconds: HOUR },
      address: { by: ['page', 'address'], points: 20, seconds: TEN_MINUTES },
      contact: { by: ['page', 'contact'], points: 20, seconds: DAY, soft: true },
      first: { by: ['page', 'contact', 'address'], points: 1, seconds: DAY, soft: true },
    },
    refusal: 'Too many codes were requested. Wait before you ask for another.',
  },
  /** Wrong guesses. Only whoever asked for a code can guess it, so nobody can lock out another customer. */
  guess: {
    counts: ['invalid_proof'],
    limits: {
      code: { by: ['code'], points: 5, seconds: TEN_MINUTES },
      hour: { by: ['page', 'address'], points: 30, seconds: HOUR },
      day: { by: ['page', 'address'], points: 100, seconds: DAY },
    },
    refusal: 'Too many wrong codes from your network. Try again later, or ask the staff.',
  },
  /** Standbys; those without a proved address stand last. */
  standby: {
    counts: ['success'],
    limits: {
      unproved: { by: ['page', 'address', 'unproved'], points: 10, seconds: HOUR },
      address: { by: ['page', 'address'], points: 30, seconds: HOUR },
    },
    refusal: TOO_MUCH,
  },
  /** Moves of one booking, wherever they come from: each is a message to the customer. */
  move: {
    counts: ['success'],
    limits: {
      hour: { by: ['booking'], points: 5, seconds: HOUR },
      day: { by: ['booking'], points: 10, seconds: DAY },
    },
    refusal: 'This booking was moved too often. Try again later, or ask the staff.',
  },
  /** Check-ins at a queue with a contact that is not expected there. */
  check_in: {
    counts: ['not_found'],
    limits: { address: { by: ['queue', 'address'], points: 10, seconds: TEN_MINUTES } },
    refusal: 'Too many failed check-ins from your network. Ask the staff.',
  },
} satisfies Record<string, Policy>

export type BookingAction = keyof typeof BOOKING_POLICIES
