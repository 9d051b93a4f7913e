import { NumberInput, type NumberInputProps } from '@mantine/core'

/** An input of a whole number from 1 on, without the small arrows that fingers miss. */
export function NumberField(props: NumberInputProps) {
  return <NumberInput min={1} allowDecimal={false} hideControls clampBehavior="none" {...props} />
}
