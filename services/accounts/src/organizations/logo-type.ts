import { type LOGO_TYPES, MAX_LOGO_BYTES, MAX_LOGO_PIXELS } from '@usher/contracts'
import { invalidField } from '@usher/service-kit'
import { imageSize } from 'image-size'

type LogoType = (typeof LOGO_TYPES)[number]

/** Media types by the name that image-size gives. SVG is left out: it can hold scripts, and mail programs show none. */
const TYPES: Readonly<Record<string, LogoType>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' }

/** Bytes that a real image has beyond the header, which is all that image-size reads. */
const MARKS: Readonly<Record<string, Buffer>> = {
  png: Buffer.from('IEND'),
  jpg: Buffer.from([0xff, 0xd9]),
  webp: Buffer.from('VP8'),
}

/**
 * The media type of a logo, from its bytes.
 *
 * @throws ProblemError `validation_failed` if it is too large or no PNG, JPEG or WebP
 */
export function logoTypeOf(image: Buffer): LogoType {
  if (image.length > MAX_LOGO_BYTES) {
    throw invalidField('/data', `must have at most ${MAX_LOGO_BYTES} bytes`, 'too_large')
  }
  const { type = '', width, height } = sizeOf(image)
  const media = TYPES[type]
  const isWhole = Math.min(width, height) > 0 && MARKS[type] !== undefined && image.includes(MARKS[type])
  if (!media || !isWhole) throw invalidField('/data', 'must be a PNG, JPEG or WebP image', 'invalid_image')
  if (Math.max(width, height) > MAX_LOGO_PIXELS) {
    throw invalidField('/data', `must have at most ${MAX_LOGO_PIXELS} pixels on either side`, 'too_large')
  }
  return media
}

function sizeOf(image: Buffer): { type?: string; width: number; height: number } {
  try {
    return imageSize(image)
  } catch {
    return { width: 0, height: 0 }
  }
}
