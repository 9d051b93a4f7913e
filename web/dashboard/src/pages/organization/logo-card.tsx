import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, FileButton, Group, Image } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { messageOf } from '../../api/problem.ts'
import { Card } from '../../ui/card.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { useShowSaved } from './queries.ts'

const upload = async (file: File) =>
  (await api.put('/account/organization/logo', { body: { data: await logoDataOf(file) } })).data
const remove = async () => (await api.delete('/account/organization/logo')).data

const problemOf = (error: Error): string => (error instanceof UnfitImage ? error.message : messageOf(error))

/** The logo, uploaded and removed at once. */
export function LogoCard({ organization }: { organization: Schemas['Organization'] }) {
  const showSaved = useShowSaved()
  const change = useMutation({
    mutationFn: (file: File | null) => (file ? upload(file) : remove()),
    async onSuccess(saved, file) {
      notifyDone(file ? t`Logo saved.` : t`Logo removed.`)
      await showSaved(saved)
    },
  })
  const { logo_url } = organization
  return (
    <Card title={t`Logo`} description={t`PNG, JPEG or WebP. Large images are made smaller.`}>
      <FormProblem text={change.error ? problemOf(change.error) : undefined} />
      {logo_url && (
        <Group>
          <Image
            src={new URL(logo_url).pathname}
            alt={t`The logo`}
            h={64}
            w="auto"
            maw={240}
            fit="contain"
            bg="white"
            p={4}
          />
        </Group>
      )}
      <Group>
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => file && change.mutate(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={change.isPending}>
              {logo_url ? t`Replace the logo` : t`Upload a logo`}
            </Button>
          )}
        </FileButton>
        {logo_url && (
          <Button
            variant="subtle"
            color="red"
            disabled={change.isPending}
            onClick={() => change.mutate(null)}
          >
            <Trans>Remove</Trans>
          </Button>
        )}
      </Group>
    </Card>
  )
}

/** Longest side of a logo, in pixels: twice the largest on a page. */
const MAX_SIDE = 480
/** The API takes no larger images. */
const MAX_BYTES = 65_536
/** Sides of further attempts, in parts of the first. */
const SCALES = [1, 0.7, 0.5, 0.3]

/** A file that cannot be a logo; the message says what to do. */
class UnfitImage extends Error {
  override readonly name = 'UnfitImage'
}

/**
 * An image file as the API takes a logo: at most {@link MAX_SIDE} pixels on either side, in base64.
 *
 * @throws UnfitImage if the browser cannot read it, or it stays too large
 */
async function logoDataOf(file: File): Promise<string> {
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
