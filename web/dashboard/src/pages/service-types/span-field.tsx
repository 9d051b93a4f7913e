import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Group, NativeSelect, NumberInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Entered } from '../../forms/numbers.ts'

const HOUR = 60
const DAY = 1_440

const UNITS: readonly { readonly minutes: number; readonly label: MessageDescriptor }[] = [
  { minutes: 1, label: msg`minutes` },
  { minutes: HOUR, label: msg`hours` },
  { minutes: DAY, label: msg`days` },
]

/** The largest unit of which a time is a whole number. */
function unitOf(minutes: number): number {
  if (minutes === 0) return HOUR
  return [DAY, HOUR].find((unit) => minutes % unit === 0) ?? 1
}

interface Props {
  readonly label: string
  readonly description: string
  /** In minutes. */
  readonly defaultValue?: Entered
  readonly onChange: (minutes: Entered) => void
  readonly error?: ReactNode
  readonly 'data-path'?: string
}

/** A length of time in minutes, entered in minutes, hours or days. */
export function SpanField({ defaultValue = '', onChange, label, ...input }: Props) {
  const [unit, setUnit] = useState(unitOf(Number(defaultValue)))
  const [amount, setAmount] = useState<Entered>(defaultValue === '' ? '' : Number(defaultValue) / unit)
  const change = (to: Entered, of: number) => {
    setAmount(to)
    setUnit(of)
    onChange(to === '' ? '' : Number(to) * of)
  }
  return (
    <Group align="flex-start" gap="sm" wrap="nowrap">
      <NumberInput
        {...{ label, ...input }}
        min={0}
        allowDecimal={false}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        flex={1}
        value={amount}
        onChange={(to) => change(to, unit)}
      />
      <NativeSelect
        label={t({ message: 'Unit', context: 'of a length of time' })}
        data={UNITS.map((one) => ({ value: String(one.minutes), label: i18n._(one.label) }))}
        value={String(unit)}
        onChange={(event) => change(amount, Number(event.currentTarget.value))}
        w={120}
      />
    </Group>
  )
}
