import { t } from '@lingui/core/macro'

/** Longest side of a logo, in pixels: twice the largest on a page. */
const MAX_SIDE = 480
/** The API takes no larger images. */
const MAX_BYTES = 65_536
/** Sides of further attempts, in parts of the first. */
const SCALES = [1, 0.7, 0.5, 0.3]

/** A file that cannot be a logo; the message says what to do. */
export class UnfitImage extends Error {
  override readonly name = 'UnfitImage'
}

/**
 * An image file as the API takes a logo: at most {@link MAX_SIDE} pixels on either side, in base64.
 *
 * @throws UnfitImage if the browser cannot read it, or it stays too large
 */
export async function logoDataOf(file: File): Promise<string> {
  const image = await createImageBitmap(file).catch(() => {
    throw new UnfitImage(t`This file is not an image that can be read. Choose a PNG, JPEG or WebP.`)
  })
  const fit = Math.min(1, MAX_SIDE / Math.max(image.width, image.height))
  for (const scale of SCALES) {
    const blob = await drawn(image, fit * scale)
    if (blob.size <= MAX_BYTES) return await base64Of(blob)
  }
  throw new UnfitImage(t`This image is too detailed for a logo. Choose a simpler one.`)
}

async function drawn(image: ImageBitmap, scale: number): Promise<Blob> {
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  const canvas = new OffscreenCanvas(side(image.width), side(image.height))
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  // Not WebP: some mail programs do not show it.
  return await canvas.convertToBlob({ type: 'image/png' })
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
