import { useState } from 'react'
import type { KnownCredentials } from '#contract/game.ts'
import { IconButton } from '#src/components/icon-button.tsx'
import { credentialsFor } from '#src/lib/game-secret.ts'
import { useTexts } from '#src/lib/i18n.ts'
import css from './game.module.css'

type Props = {
  code: string
  known: KnownCredentials
  isFixed: boolean
  onCopy: (what: 'username' | 'password') => void
}

/**
 * Shows the username and the password of a game account. The password is hidden until the player reveals it.
 * Source: R117.
 */
export function Credentials({ code, known, isFixed, onCopy }: Props) {
  const { t } = useTexts()
  const [isShown, setShown] = useState(false)
  return (
    <dl className={css.secret}>
      <div>
        <dt>{t('game.username')}</dt>
        <dd translate="no">{known.username}</dd>
        <dd className={css.tools}>
          <IconButton
            icon="copy"
            label={t('game.copyUsername')}
            aria-disabled={isFixed}
            onClick={() => onCopy('username')}
          />
        </dd>
      </div>
      <div>
        <dt>{t('game.password')}</dt>
        <dd translate="no">{isShown ? credentialsFor(code).password : '••••••••'}</dd>
        <dd className={css.tools}>
          <IconButton
            icon={isShown ? 'eye-off' : 'eye'}
            label={t(isShown ? 'login.hide' : 'login.show')}
            onClick={() => setShown(!isShown)}
          />
          <IconButton
            icon="copy"
            label={t('game.copyPassword')}
            aria-disabled={isFixed}
            onClick={() => onCopy('password')}
          />
        </dd>
      </div>
    </dl>
  )
}
