import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { cardState, receivedOf } from '#contract/bonus.ts'
import { readable } from '#contract/rows.ts'
import { inGames } from '#contract/wallet.ts'
import type { bonusMachine } from '#machines/bonus.machine.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { Banners } from '#src/components/banners.tsx'
import { Button } from '#src/components/button.tsx'
import { DescriptionList } from '#src/components/description-list.tsx'
import { Dialog } from '#src/components/dialog.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { useMoney } from '#src/components/use-money.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { BlockedHint } from './blocked-hint.tsx'
import { BonusNotice } from './bonus-notice.tsx'

type Props = { actor: ActorRefFrom<typeof bonusMachine>; wallet: ActorRefFrom<typeof walletMachine> }

/**
 * Shows the details and the conditions of a bonus, the money that it would bind, and the button that claims it.
 * Source: R224, R231–R232, R664, D-45.
 */
export function BonusDetails({ actor, wallet }: Props) {
  const { t } = useTexts()
  const reading = useSelector(actor, (s) => s.context.reading)
  const code = useSelector(actor, (s) => s.context.code)
  const overview = useSelector(wallet, (s) => s.context.overview)
  const { say } = useMoney()
  const bonus = reading?.bonuses.find((each) => each?.code === code)
  const leave = () => actor.send({ type: 'bonus.leave' })
  if (!bonus || !reading) return null
  const state = cardState(bonus, reading.now)
  const isOpen = state === 'open'
  return (
    <Dialog
      title={t('page.bonus')}
      onClose={leave}
      footer={
        <Button tone="metal" wide onClick={isOpen ? () => actor.send({ type: 'bonus.take' }) : leave}>
          {t(isOpen ? 'bonus.take' : 'action.gotIt')}
        </Button>
      }
    >
      {readable(bonus.banners).length > 0 ? (
        <Banners banners={bonus.banners} label={t('page.bonus')} />
      ) : (
        <p>{bonus.code}</p>
      )}
      <DescriptionList
        facts={[
          { name: t(`bonus.type.${bonus.type}`), value: t(`bonus.often.${bonus.type}`, { n: bonus.maxReceived ?? 1 }) },
          { name: t('bonus.taken'), value: t('bonus.times', { n: receivedOf(bonus, reading.now) }) },
        ]}
      />
      {state === 'blocked' ? <BlockedHint bonus={bonus} /> : null}
      <BonusNotice notice={reading.notice} percentFail={bonus.percentFail} />
      {isOpen && overview ? (
        <Note tone="wait" icon="lock">
          <p>
            <NoBreakText
              text={t('bonus.binds', { main: say(overview.wallet.amount), games: say(inGames(overview)) })}
            />
          </p>
        </Note>
      ) : null}
      <p className="hint">
        <NoBreakText text={t('bonus.turnover')} />
      </p>
      <p className="hint">
        <NoBreakText text={t('bonus.rule')} />
      </p>
    </Dialog>
  )
}
