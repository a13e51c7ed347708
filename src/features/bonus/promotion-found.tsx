import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { promotionMachine } from '#machines/promotion.machine.ts'
import { Button } from '#src/components/button.tsx'
import { Dialog } from '#src/components/dialog.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import { BonusNotice } from './bonus-notice.tsx'

type Props = { actor: ActorRefFrom<typeof promotionMachine>; notice: string }

/** Shows the promotion that was found for a code, and the button that claims it. Source: R174. */
export function PromotionFound({ actor, notice }: Props) {
  const { t } = useTexts()
  const promotion = useSelector(actor, (s) => s.context.promotion)
  return (
    <Dialog
      title={t('promotion.title')}
      onClose={() => actor.send({ type: 'promotion.leave' })}
      footer={
        <Button tone="metal" wide onClick={() => actor.send({ type: 'promotion.receive' })}>
          {t('promotion.receive')}
        </Button>
      }
    >
      <p>
        <NoBreakText text={promotion?.description ?? ''} />
      </p>
      <BonusNotice notice={notice} percentFail={promotion?.percentFail} />
    </Dialog>
  )
}
