import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { satang } from '#contract/money.ts'
import { parseAmount } from '#contract/typed.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'
import type { withdrawMachine } from '#machines/withdraw.machine.ts'
import { Alert } from '#src/components/alert.tsx'
import { Button } from '#src/components/button.tsx'
import { ButtonLink } from '#src/components/button-link.tsx'
import { DescriptionList } from '#src/components/description-list.tsx'
import { useMoney } from '#src/components/use-money.ts'
import { bankName } from '#src/lib/bank-name.ts'
import { formatAccountNo } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { languageOf } from '#src/lib/language-of.ts'

type Props = { actor: ActorRefFrom<typeof withdrawMachine>; wallet: ActorRefFrom<typeof walletMachine> }

/** Shows the member's bank account, to which the money is sent. */
function WhereTo({ wallet }: Pick<Props, 'wallet'>) {
  const { t, language } = useTexts()
  const account = useSelector(wallet, (s) => s.context.overview?.bankAccount)
  if (!account) return null
  const bank = bankName(account.bank, language)
  return (
    <DescriptionList
      facts={[
        { name: t('profile.bank'), value: bank, lang: languageOf(bank) },
        { name: t('profile.accountNo'), value: formatAccountNo(account.bankAccountNo), isNumber: true },
      ]}
    />
  )
}

/** Asks the player to confirm the amount and the bank account. */
export function WithdrawConfirm({ actor, wallet, onConfirm }: Props & { onConfirm: () => void }) {
  const { t } = useTexts()
  const { say } = useMoney()
  const amount = useSelector(actor, (s) => parseAmount(s.context.text) ?? satang(0))
  const leave = () => actor.send({ type: 'withdraw.leave' })
  return (
    <Alert
      icon="withdraw"
      title={t('withdraw.confirm', { amount: say(amount) })}
      actions={
        <>
          <Button onClick={leave}>{t('action.back')}</Button>
          <Button tone="metal" onClick={onConfirm}>
            {t('withdraw.submit')}
          </Button>
        </>
      }
      onClose={leave}
    >
      <WhereTo wallet={wallet} />
    </Alert>
  )
}

/** Reports that the withdrawal was accepted; the bank transfer follows later. Source: R398. */
export function WithdrawDone({ actor, wallet }: Props) {
  const { t } = useTexts()
  const amount = useSelector(actor, (s) => s.context.pending?.input.amount)
  const minutes = useSelector(actor, (s) => s.context.limits.minutes)
  const gotIt = () => actor.send({ type: 'withdraw.gotIt' })
  return (
    <Alert
      icon="check-circle"
      tone="wait"
      title={t('withdraw.done')}
      amount={amount}
      text={t('withdraw.wait')}
      actions={
        <>
          <ButtonLink to="/user/statement">{t('nav.statement')}</ButtonLink>
          <Button tone="metal" onClick={gotIt}>
            {t('action.gotIt')}
          </Button>
        </>
      }
      onClose={gotIt}
    >
      {minutes === undefined ? null : <p className="hint">{t('withdraw.usual', { minutes })}</p>}
      <WhereTo wallet={wallet} />
    </Alert>
  )
}
