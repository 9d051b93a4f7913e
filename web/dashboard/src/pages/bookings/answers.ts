import { t } from '@lingui/core/macro'
import type { Schemas } from '../../api/client.ts'
import { fieldLabel } from '../../forms/field-label.ts'
import { dateText } from '../../ui/zone-time.ts'
import type { Booking, ServiceType } from './queries.ts'

type Question = Schemas['Question']
type Value = string | number | boolean

/** What the customer answered, in the order of the questions; answers to questions that are gone come last. */
export function answersOf(booking: Pick<Booking, 'answers'>, serviceType: ServiceType | undefined) {
  const questions = serviceType?.online_booking?.questions ?? []
  const place = (key: string) => questions.findIndex((one) => one.key === key) >>> 0
  return Object.entries(booking.answers as Readonly<Record<string, Value>>)
    .toSorted(([one], [other]) => place(one) - place(other))
    .map(([key, value]) => {
      const question = questions.find((one) => one.key === key)
      return { key, label: question?.label ?? fieldLabel(`fields.${key}`), text: answerText(value, question) }
    })
}

function answerText(value: Value, question: Question | undefined): string {
  if (typeof value === 'boolean')
    return value
      ? t({ message: 'Yes', context: 'answer to a question' })
      : t({ message: 'No', context: 'answer to a question' })
  return question?.type === 'date' ? dateText(String(value)) : String(value)
}
