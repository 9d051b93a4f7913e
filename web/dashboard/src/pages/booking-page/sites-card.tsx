import { t } from '@lingui/core/macro'
import { Stack, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Clash } from '../../forms/clash.tsx'
import { SaveRow } from '../../forms/save-row.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { useSaveOver } from '../../forms/use-save-over.ts'
import { Card } from '../../ui/card.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { type BookingPage, bookingPageCalls } from './queries.ts'

const bodyOf = ({ embed_sites }: BookingPage) => ({ embed_sites })
const valuesOf = ({ embed_sites }: BookingPage) => ({ embed_sites: embed_sites.join('\n') })

/** The sites that may show the page in a frame. */
export function SitesCard({ page }: { page: BookingPage }) {
  const [values, setValues] = useState(valuesOf(page))
  const over = useSaveOver({ resource: page, bodyOf, ...bookingPageCalls(useQueryClient()) })
  const { fields, setSaved, problem, isSending, onSubmit } = useApiForm({
    initialValues: valuesOf(page),
    onChange: setValues,
    submit: ({ embed_sites }) => over.save({ embed_sites: sitesOf(embed_sites) }),
    onError: over.onError,
    onSuccess(saved) {
      setSaved(valuesOf(saved))
      notifyDone(t`Saved`)
    },
  })
  return (
    <Card title={t`On your own sites`} description={t`No other site can show the page in a frame.`}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <FormProblem text={problem} />
          <Clash
            {...{ over, bodyOf }}
            onKeepMine={onSubmit}
            onTakeTheirs={(now) => setSaved(valuesOf(now))}
          />
          <Textarea
            key={fields.key('embed_sites')}
            label={t`Your sites`}
            description={t`One per line, such as www.example.com`}
            autosize
            minRows={2}
            spellCheck={false}
            autoCapitalize="none"
            {...fields.getInputProps('embed_sites')}
          />
          <SaveRow
            isSaving={isSending}
            isChanged={over.isChanged({ embed_sites: sitesOf(values.embed_sites) })}
          />
        </Stack>
      </form>
    </Card>
  )
}

/**
 * The origins of sites as people enter them, one on a line: `www.example.com/contact` is `https://www.example.com`. What is
 * no address stays as it is, for the API to refuse.
 */
const sitesOf = (typed: string): string[] => [...new Set(typed.split(/\s+/).filter(Boolean).map(originOf))]

function originOf(typed: string): string {
  const address = /^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`
  return URL.canParse(address) ? new URL(address).origin : typed
}
