import { t } from '@lingui/core/macro'
import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core'

/** The address that somebody signs in with. */
export const EmailField = (props: TextInputProps) => (
  <TextInput label={t`E-mail address`} type="email" autoComplete="username" {...props} />
)

/** The password that somebody has. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput label={t`Password`} autoComplete="current-password" {...props} />
)

/** A password to have from now on. */
export const NewPasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    label={t`Password`}
    description={t`12 characters or more`}
    autoComplete="new-password"
    {...props}
  />
)
