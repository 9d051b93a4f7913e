import { TextInput, type TextInputProps } from '@mantine/core'
import type { AsYouType, CountryCode } from 'libphonenumber-js/min'
import { useEffect, useEffectEvent, useState } from 'react'

interface PhoneInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value: string
  /** Takes a value, or a function of the current one. */
  readonly onChange: (value: string | ((current: string) => string)) => void
  /** Of the organisation: numbers without a prefix are from there. */
  readonly country: string
}

/** A phone number, formatted as it is typed. What knows the formats is loaded when the field is used first. */
export function PhoneInput({ value, onChange, country, ...props }: PhoneInputProps) {
  const [Format, setFormat] = useState<typeof AsYouType>()
  const load = () =>
    import('libphonenumber-js/min').then(
      ({ AsYouType }) => setFormat(() => AsYouType),
      // Without it the number is sent as it was typed.
      () => {},
    )
  const format = useEffectEvent((Loaded: typeof AsYouType) => {
    // Digits may have been typed since this was rendered.
    onChange((current) => new Loaded(country as CountryCode).input(current))
  })
  useEffect(() => {
    if (Format) format(Format)
  }, [Format])
  const type = (next: string) => {
    // Taking away stays possible: what is deleted is not formatted back.
    const isTyping = next.length > value.length
    onChange(Format && isTyping ? new Format(country as CountryCode).input(next) : next)
  }
  return (
    <TextInput
      type="tel"
      inputMode="tel"
      autoComplete="off"
      value={value}
      onChange={(event) => type(event.currentTarget.value)}
      {...props}
      onFocus={() => void load()}
    />
  )
}
