import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { canReceive } from '#contract/refund.ts'
import type { refundMachine } from '#machines/refund.machine.ts'
import { Alert } from '#src/components/alert.tsx'
import { AttemptButton, AttemptNote } from '#src/components/attempt.tsx'
import { BannerDialog } from '#src/components/banner-dialog.tsx'
import { Button } from '#src/components/button.tsx'
import { Dialog } from '#src/components/dialog.tsx'
import { Empty } from '#src/components/empty.tsx'
import { RefusedAlert } from '#src/components/refused-alert.tsx'
import { Skeleton } from '#src/components/skeleton.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import css from './refund.module.css'
import { RefundCheckView } from './refund-check.tsx'
import { RefundList } from './refund-list.tsx'

type Props = { actor: ActorRefFrom<typeof refundMachine>; onClose: () => void }

/**
 * The refund dialog: first the banners, then the conditions, the button that claims the refund, and the list of earlier
 * refunds. Source: R101–R103, R124–R127, R220–R221.
 */
export function RefundDialog({ actor, onClose }: Props) {
  const { t } = useTexts()
  const state = useSelector(actor, (s) => s.value)
  const banners = useSelector(actor, (s) => s.context.banners)
  const check = useSelector(actor, (s) => s.context.check)
  const failure = useSelector(actor, (s) => s.context.failure)
  const attempt = useSelector(actor, (s) => s.children.attempt)
  const given = useSelector(actor, (s) => s.context.given ?? undefined)
  const list = useSelector(actor, (s) => s.children.refundList)
  const gotIt = () => actor.send({ type: 'refund.gotIt' })
  if (state === 'banners')
    return (
      <BannerDialog title={t('page.refund')} banners={banners} onClose={() => actor.send({ type: 'banners.close' })} />
    )
  const isReady = state === 'open' && check !== null && canReceive(check)
  return (
    <Dialog
      title={t('page.refund')}
      onClose={onClose}
      isList
      footer={
        <AttemptButton
          actor={attempt}
          icon="refund"
          disabled={!isReady}
          busyText={t('refund.receiving')}
          onClick={() => actor.send({ type: 'refund.receive' })}
        >
          {t('refund.receive')}
        </AttemptButton>
      }
    >
      <div className={css.parts}>
        {state === 'failed' ? (
          <Empty
            icon="alert"
            tone="plain"
            title={t('refund.failed')}
            action={<Button onClick={() => actor.send({ type: 'refund.retry' })}>{t('action.retry')}</Button>}
          />
        ) : null}
        {!check && state !== 'failed' && !attempt ? (
          <div role="status" aria-label={t('state.loading')}>
            <Skeleton shape="row" />
          </div>
        ) : null}
        {check && state !== 'failed' ? <RefundCheckView check={check} /> : null}
        {attempt ? <AttemptNote actor={attempt} /> : null}
        {list ? <RefundList actor={list} /> : null}
      </div>
      {state === 'refused' && failure ? <RefusedAlert failure={failure} onClose={gotIt} /> : null}
      {state === 'received' ? (
        <Alert
          icon="check-circle"
          tone="good"
          title={t('refund.received')}
          amount={given}
          text={t('errorMsg.REFUND_SUCCESS')}
          actions={
            <Button tone="metal" wide onClick={gotIt}>
              {t('action.gotIt')}
            </Button>
          }
          onClose={gotIt}
        />
      ) : null}
    </Dialog>
  )
}
