import { t } from '@lingui/core/macro'
import { Box, Button, Group, TextInput, type TextInputProps } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMediaQuery } from '@mantine/hooks'
import type { AsYouType, CountryCode } from 'libphonenumber-js/min'
import { ChevronDown, ChevronUp, UserRoundPlus } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { useMe } from '../../api/session.ts'
import { GUEST_TEXTS } from '../../forms/guest-labels.ts'
import { needed } from '../../forms/rules.ts'
import { Later } from '../../ui/later.tsx'
import styles from './board.module.css'
import { bodyOf, detailsOf, type GuestDetails } from './guest-details.ts'
import { boardParts } from './later.ts'
import { useShortcutsSwitch } from './use-shortcuts.ts'

const icon = { size: 16, 'aria-hidden': true } as const

/** Of a guest who was refused and is put right. */
export interface Draft {
  readonly body: Schemas['GuestCreate']
  /** What is wrong, by the names of fields. */
  readonly errors: Readonly<Record<string, string>>
}

/** Sizes of a party that are one tap away. */
const SIZES = [1, 2, 3, 4, 5, 6, 7, 8] as const

export interface AddFormProps {
  readonly queue: Schemas['Queue']
  /** What to begin with. */
  readonly draft: Draft | undefined
  readonly onAdd: (body: Schemas['GuestCreate']) => void
  /** Moves focus to the name each time this count grows. */
  readonly focusRequests?: number
  readonly onClose?: () => void
}

/** Three fields and Enter; then the next guest can be entered at once. What is asked more rarely is behind a button. */
export function AddForm({ queue, draft, onAdd, focusRequests = 0, onClose }: AddFormProps) {
  const { organization } = useMe()
  const [hasKeys] = useShortcutsSwitch()
  const nameInput = useRef<HTMLInputElement>(null)
  const [isMore, setMore] = useState(false)
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const form = useForm<GuestDetails>({
    initialValues: detailsOf({}, queue),
    validate: { name: needed(t`Enter a name`) },
  })
  const fill = useEffectEvent(({ body, errors }: Draft) => {
    form.setValues(detailsOf(body, queue))
    form.setErrors(errors)
    setMore(asksForMore(body, errors, queue))
    nameInput.current?.focus()
  })
  useEffect(() => {
    if (draft) fill(draft)
  }, [draft])
  useEffect(() => {
    if (focusRequests > 0) nameInput.current?.focus()
  }, [focusRequests])
  const submit = (details: GuestDetails) => {
    nameInput.current?.focus()
    onAdd(bodyOf({ ...details, party_size: Number(details.party_size) || 1 }, queue))
    form.setValues(detailsOf({}, queue))
    setMore(false)
  }
  const refuse = () => nameInput.current?.focus()
  const hasRequired = queue.custom_fields.some((field) => field.required)
  return (
    <form
      className={styles.add}
      onSubmit={form.onSubmit(submit, refuse)}
      noValidate
      aria-label={t`Add a guest`}
    >
      <div className={styles.addFirst}>
        <TextInput
          label={t`Name`}
          aria-keyshortcuts={hasKeys ? 'C' : undefined}
          autoComplete="off"
          maxLength={100}
          {...form.getInputProps('name')}
          ref={nameInput}
        />
        <PhoneInput
          label={t`Phone`}
          country={organization.country}
          {...form.getInputProps('phone')}
          value={form.values.phone}
        />
        <TextInput
          label={t({ message: 'Party', context: 'number of people' })}
          // The component for numbers would be 8 kB of the first load.
          type="number"
          min={queue.min_party_size}
          max={queue.max_party_size}
          {...form.getInputProps('party_size')}
        />
        {isTouch && (
          <Box className={styles.sizes} role="group" aria-label={t`Party size`}>
            {SIZES.filter((size) => size >= queue.min_party_size && size <= queue.max_party_size).map(
              (size) => {
                const isChosen = Number(form.values.party_size) === size
                return (
                  <Button
                    key={size}
                    variant={isChosen ? 'filled' : 'default'}
                    aria-pressed={isChosen}
                    onClick={() => form.setFieldValue('party_size', size)}
                  >
                    {size}
                  </Button>
                )
              },
            )}
          </Box>
        )}
        {hasRequired && (
          <Later of={boardParts} isWanted>
            {({ CustomFields, SimpleGrid }) => (
              <SimpleGrid cols={{ base: 1, sm: 2 }} className={styles.asked}>
                <CustomFields queue={queue} form={form} required />
              </SimpleGrid>
            )}
          </Later>
        )}
        <Button type="submit" leftSection={<UserRoundPlus size={18} aria-hidden />}>
          {t({ message: 'Add', context: 'add a guest' })}
        </Button>
        <Group className={styles.more} gap="xs" justify="space-between">
          <Button
            variant="subtle"
            aria-label={t`More details`}
            aria-expanded={isMore}
            rightSection={isMore ? <ChevronUp {...icon} /> : <ChevronDown {...icon} />}
            onClick={() => setMore(!isMore)}
          >
            {t({ message: 'More', context: 'more details' })}
          </Button>
          {onClose && <Button variant="subtle" onClick={onClose}>{t`Close`}</Button>}
        </Group>
      </div>
      {isMore && (
        <Later of={boardParts} isWanted>
          {({ CustomFields, DetailFields, SimpleGrid }) => (
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <DetailFields queue={queue} form={form} />
              <CustomFields queue={queue} form={form} required={false} />
            </SimpleGrid>
          )}
        </Later>
      )}
    </form>
  )
}

/** Whether something was entered, or is wrong, that is behind the button. */
function asksForMore(
  body: Draft['body'],
  errors: Draft['errors'],
  { custom_fields }: Schemas['Queue'],
): boolean {
  const others = custom_fields.filter((field) => !field.required).map(({ key }) => key)
  const { tags, priority, fields = {} } = body
  const texts = GUEST_TEXTS.map(([name]) => name)
  const behind = [...texts, 'tags', 'priority', ...others.map((key) => `fields.${key}`)]
  const isFilled =
    texts.some((name) => body[name]) || tags?.length || priority || others.some((key) => fields[key] != null)
  return Boolean(isFilled) || behind.some((name) => name in errors)
}

interface PhoneInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value: string
  /** Takes a value, or a function of the current one. */
  readonly onChange: (value: string | ((current: string) => string)) => void
  /** Of the organisation: numbers without a prefix are from there. */
  readonly country: string
}

/** A phone number, formatted as it is typed. What knows the formats is loaded when the field is used first. */
function PhoneInput({ value, onChange, country, ...props }: PhoneInputProps) {
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
