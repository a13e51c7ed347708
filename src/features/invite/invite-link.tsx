import type { ActorRefFrom } from 'xstate'
import type { inviteMachine } from '#machines/invite.machine.ts'
import { Button } from '#src/components/button.tsx'
import { Pair } from '#src/components/dialog.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import { canShare } from '#src/lib/share.ts'
import css from './invite.module.css'

type Props = { actor: ActorRefFrom<typeof inviteMachine>; link: string }

/** Shows the member's invite link, with buttons that copy and share it. Source: R104. */
export function InviteLink({ actor, link }: Props) {
  const { t } = useTexts()
  return (
    <section className={css.link} aria-label={t('invite.link')}>
      <p className={css.label}>{t('invite.link')}</p>
      <p className={css.address} translate="no">
        {link}
      </p>
      <Pair>
        <Button icon="copy" onClick={() => actor.send({ type: 'link.copy', link })}>
          {t('action.copy')}
        </Button>
        {canShare() ? (
          <Button tone="metal" icon="send" onClick={() => actor.send({ type: 'link.share', link })}>
            {t('invite.share')}
          </Button>
        ) : null}
      </Pair>
    </section>
  )
}
