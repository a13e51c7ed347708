import { type ComponentProps, useState } from 'react'
import { useTexts } from '#src/lib/i18n.ts'
import { Field } from './field.tsx'
import { IconButton } from './icon-button.tsx'

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'action' | 'kind' | 'unit'>

/** A hidden username field, so that the browser's password manager knows which account the password belongs to. */
export const UsernameField = ({ value }: { value: string }) => (
  <input type="text" autoComplete="username" value={value} readOnly hidden />
)

/** A password field with a button that reveals the password. */
export function PasswordField({ icon = 'lock', ...props }: Props) {
  const { t } = useTexts()
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...props}
      icon={icon}
      type={shown ? 'text' : 'password'}
      maxLength={256}
      autoCapitalize="none"
      spellCheck={false}
      action={
        <IconButton
          icon={shown ? 'eye-off' : 'eye'}
          label={t(shown ? 'login.hide' : 'login.show')}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
