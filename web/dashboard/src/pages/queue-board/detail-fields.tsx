import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { NumberInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Schemas } from '../../api/client.ts'
import { GUEST_TEXTS } from '../../forms/guest-labels.ts'
import type { GuestDetails } from './guest-details.ts'

const MAX_TAGS = 20

const yesOrNo = () => [
  { value: 'yes', label: t`Yes` },
  { value: 'no', label: t`No` },
]

interface DetailFieldsProps {
  readonly queue: Schemas['Queue']
  readonly form: UseFormReturnType<GuestDetails>
  readonly readOnly?: boolean
}

/** Texts, tags and priority class of a guest. */
export function DetailFields({ queue, form, readOnly = false }: DetailFieldsProps) {
  const classes = queue.priority_classes.map(({ key, name }) => ({ value: key, label: name }))
  return (
    <>
      {GUEST_TEXTS.map(([name, { label, type, maxLength, hasLines }]) => {
        const props = { label: i18n._(label), maxLength, readOnly, ...form.getInputProps(name) }
        return hasLines ? (
          <Textarea key={name} {...props} autosize minRows={2} />
        ) : (
          <TextInput key={name} {...props} type={type} autoComplete="off" />
        )
      })}
      <TagsInput label={t`Tags`} maxTags={MAX_TAGS} readOnly={readOnly} {...form.getInputProps('tags')} />
      {classes.length > 0 && (
        <Select
          label={t`Priority`}
          placeholder={t({ message: 'None', context: 'no priority class' })}
          clearable
          data={classes}
          readOnly={readOnly}
          {...form.getInputProps('priority')}
        />
      )}
    </>
  )
}

interface CustomFieldsProps extends DetailFieldsProps {
  /** Only those without which nobody is added, or only the others; all by default. */
  readonly required?: boolean
}

/** The custom fields of a queue. */
export function CustomFields({ queue, form, readOnly = false, required }: CustomFieldsProps) {
  const shown = queue.custom_fields.filter((field) => required === undefined || field.required === required)
  return shown.map((field) => {
    const name = `fields.${field.key}`
    const props = { label: field.label, readOnly, withAsterisk: field.required }
    if (field.type === 'number')
      return <NumberInput key={name} {...props} hideControls {...form.getInputProps(name)} />
    if (field.type === 'choice' || field.type === 'boolean')
      return (
        <Select
          key={name}
          {...props}
          clearable={!field.required}
          data={field.options ?? yesOrNo()}
          {...form.getInputProps(name)}
        />
      )
    const type = field.type === 'date' ? 'date' : 'text'
    return <TextInput key={name} {...props} type={type} autoComplete="off" {...form.getInputProps(name)} />
  })
}
