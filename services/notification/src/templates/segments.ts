import type { TemplatePreview } from '@usher/contracts'
import { SegmentedMessage } from 'sms-segments-calculator'

const BITS = { 'GSM-7': 7, 'UCS-2': 16 } as const

/**
 * How a text is sent by SMS (3GPP TS 23.038 and 23.040): its encoding and number of billed segments.
 *
 * @param price per segment; absent: no cost estimate
 */
export function smsOf(text: string, price?: number): TemplatePreview['sms'] {
  const message = new SegmentedMessage(text)
  const segments = message.segmentsCount
  return {
    encoding: message.encodingName,
    units: message.messageSize / BITS[message.encodingName],
    segments,
    ucs2_characters: [...new Set(message.getNonGsmCharacters())],
    // To a millionth: prices have few digits, and binary fractions many.
    estimated_cost: price === undefined ? null : Math.round(segments * price * 1e6) / 1e6,
  }
}
