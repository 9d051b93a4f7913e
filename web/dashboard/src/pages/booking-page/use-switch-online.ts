import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { serviceTypeCalls, serviceTypesQuery } from '../../api/bookables.ts'
import type { Schemas } from '../../api/client.ts'
import { ChangedMeanwhile, saveOver } from '../../forms/save-over.ts'
import { notifyDone, notifyError, notifyProblem } from '../../ui/notify.ts'

type ServiceType = Schemas['ServiceType']

const bodyOf = ({ online_booking }: ServiceType) => ({ online_booking })

const DEFAULTS = { questions: [], max_visits: 1, cancel_until_minutes: 0, verification: 'none' as const }

const send = (type: ServiceType, isOn: boolean) =>
  saveOver({
    ...serviceTypeCalls(type.id),
    bodyOf,
    before: bodyOf(type),
    body: { online_booking: { ...(type.online_booking ?? DEFAULTS), enabled: isOn } },
  })

/** Puts a service type on the booking page, or takes it off and keeps how it is booked. */
export function useSwitchOnline(type: ServiceType) {
  const queryClient = useQueryClient()
  const { name: service } = type
  return useMutation({
    mutationFn: (isOn: boolean) => send(type, isOn),
    onSuccess: (_, isOn) => notifyDone(isOn ? t`${service} is on the page.` : t`${service} is off the page.`),
    onError(error) {
      if (!(error instanceof ChangedMeanwhile)) return notifyError(error)
      notifyProblem(service, t`Somebody else changed this in the meantime. Check it and try again.`)
    },
    onSettled: () => queryClient.invalidateQueries(serviceTypesQuery),
  })
}
