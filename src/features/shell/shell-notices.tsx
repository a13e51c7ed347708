import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { shellMachine } from '#machines/shell.machine.ts'
import { Button } from '#src/components/button.tsx'
import { useTopDialog } from '#src/components/dialog-stack.ts'
import { IconButton } from '#src/components/icon-button.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import css from './shell-notices.module.css'

/**
 * Shows a notice above the page while there is no connection. Offers a new version of the site unless a dialog is open.
 * Source: D-59.
 */
export function ShellNotices({ actor }: { actor: ActorRefFrom<typeof shellMachine> }) {
  const { t } = useTexts()
  const isOffline = useSelector(actor, (s) => s.matches({ connection: 'offline' }))
  const isFound = useSelector(actor, (s) => s.matches({ version: 'found' }))
  const isChanging = useSelector(actor, (s) => s.hasTag('changing'))
  const isCovered = useTopDialog() !== undefined
  return (
    <div role="status">
      {isOffline ? (
        <p className={css.offline}>
          <NoBreakText text={t('failure.noConnection')} />
        </p>
      ) : null}
      {(isFound || isChanging) && !isCovered ? (
        <div className={css.version}>
          <p>
            <NoBreakText text={t('app.newVersion')} />
          </p>
          <Button tone="cool" size="s" busy={isChanging} onClick={() => actor.send({ type: 'version.take' })}>
            {t('app.update')}
          </Button>
          <IconButton
            icon="close"
            label={t('action.close')}
            disabled={isChanging}
            onClick={() => actor.send({ type: 'version.postpone' })}
          />
        </div>
      ) : null}
    </div>
  )
}
