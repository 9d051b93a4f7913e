import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, FileButton, Group, Image } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { messageOf } from '../../api/problem.ts'
import { Card } from '../../ui/card.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { logoDataOf, UnfitImage } from './logo-data.ts'
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
