import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { inviteMachine } from '#machines/invite.machine.ts'
import type { inviteBonusMachine } from '#machines/invite-bonus.machine.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { BannerDialog } from '#src/components/banner-dialog.tsx'
import { Dialog } from '#src/components/dialog.tsx'
import { Skeleton } from '#src/components/skeleton.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import css from './invite.module.css'
import { InviteBonusAlerts, InviteSum } from './invite-bonus.tsx'
import { InviteLink } from './invite-link.tsx'
import { InviteList } from './invite-list.tsx'

type Props = {
  actor: ActorRefFrom<typeof inviteMachine>
  bonus: ActorRefFrom<typeof inviteBonusMachine>
  wallet: ActorRefFrom<typeof walletMachine>
  /** The address of the registration page with this member's code; null while the code is unknown. */
  link: string | null
  onClose: () => void
}

/**
 * The dialog for inviting friends: first the banners, then the link, the bonus, and the list of friends. Source: R100,
 * R102–R104, R122–R123, R160.
 */
export function InviteDialog({ actor, bonus, wallet, link, onClose }: Props) {
  const { t } = useTexts()
  const banners = useSelector(actor, (s) => (s.matches('banners') ? s.context.banners : null))
  const isBusy = useSelector(actor, (s) => s.hasTag('busy'))
  const list = useSelector(actor, (s) => s.children.inviteList)
  const percent = useSelector(wallet, (s) => s.context.overview?.invite)
  const closeBanners = () => actor.send({ type: 'banners.close' })
  if (banners) return <BannerDialog title={t('page.invite')} banners={banners} onClose={closeBanners} />
  return (
    <>
      <Dialog title={t('page.invite')} onClose={onClose} isList>
        {isBusy ? (
          <div role="status" aria-label={t('state.loading')}>
            <Skeleton shape="row" />
          </div>
        ) : (
          <div className={css.parts}>
            {link ? <InviteLink link={link} actor={actor} /> : null}
            {percent && !link ? <p className="hint">{t('invite.linkUnread')}</p> : null}
            {percent ? null : <Skeleton shape="row" />}
            <InviteSum actor={bonus} wallet={wallet} />
            {percent && percent.success !== null && percent.fail !== null ? (
              <p className="hint">{t('invite.percent', { success: percent.success, fail: percent.fail })}</p>
            ) : null}
            {list ? <InviteList actor={list} /> : null}
          </div>
        )}
      </Dialog>
      <InviteBonusAlerts actor={bonus} wallet={wallet} />
    </>
  )
}
