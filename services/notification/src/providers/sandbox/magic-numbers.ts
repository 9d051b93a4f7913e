/** How the sandbox treats a message to a number that simulates a fault. */
export type Script =
  | { readonly kind: 'refuse'; readonly code: string; readonly message: string }
  | { readonly kind: 'fail-first'; readonly times: number }
  | { readonly kind: 'no-receipt' }
  | { readonly kind: 'failed-receipt' }

/** Numbers with special behaviour, modelled on Twilio's test numbers; messages to all others arrive. */
const MAGIC_NUMBERS: Readonly<Record<string, Script>> = {
  '+15005550001': { kind: 'refuse', code: 'invalid_number', message: 'The number does not exist.' },
  '+15005550002': { kind: 'refuse', code: 'unreachable', message: 'The number cannot be reached.' },
  '+15005550003': { kind: 'fail-first', times: 2 },
  '+15005550004': { kind: 'no-receipt' },
  '+15005550005': { kind: 'failed-receipt' },
  '+15005550006': { kind: 'fail-first', times: Number.POSITIVE_INFINITY },
  '+15005550007': { kind: 'refuse', code: 'opted_out', message: 'The recipient has opted out there.' },
}

/** undefined: the message is delivered. */
export const scriptFor = (to: string): Script | undefined => MAGIC_NUMBERS[to]
