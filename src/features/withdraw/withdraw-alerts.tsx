import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { ActorRefFrom } from 'xstate'
import { parseAmount, toSatang } from '#contract/money.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'
import type { withdrawMachine } from '#machines/withdraw.machine.ts'
import { Alert } from '#src/components/alert.tsx'
import { Button, ButtonLink } from '#src/components/button.tsx'
import { Facts } from '#src/components/facts.tsx'
import { formatAccountNo, formatAmount } from '#src/lib/format.ts'

type Props = { actor: ActorRefFrom<typeof withdrawMachine>; wallet: ActorRefFrom<typeof walletMachine> }

/** Whether amount and account are right. */
export function WithdrawConfirm({ actor, wallet }: Props) {
  const { t } = useTranslation()
  const amount = useSelector(actor, (s) => parseAmount(s.context.text) ?? 0)
  const account = useSelector(wallet, (s) => s.context.overview?.bankAccount)
  const leave = () => actor.send({ type: 'withdraw.leave' })
  return (
    <Alert
      icon="withdraw"
      title={t('withdraw.confirm', { amount: formatAmount(amount) })}
      text={
        account && t('withdraw.into', { bank: account.bank.nameTH, account: formatAccountNo(account.bankAccountNo) })
      }
      actions={
        <>
          <Button onClick={leave}>{t('action.back')}</Button>
          <Button tone="metal" onClick={() => actor.send({ type: 'withdraw.confirm' })}>
            {t('withdraw.submit')}
          </Button>
        </>
      }
      onClose={leave}
    />
  )
}

/** It is asked for; the bank transfer follows. Source: R398. */
export function WithdrawDone({ actor, wallet }: Props) {
  const { t } = useTranslation()
  const amount = useSelector(actor, (s) => s.context.pending?.input.amount)
  const account = useSelector(wallet, (s) => s.context.overview?.bankAccount)
  const gotIt = () => actor.send({ type: 'withdraw.gotIt' })
  return (
    <Alert
      icon="check-circle"
      tone="wait"
      title={t('withdraw.done')}
      amount={amount === undefined ? undefined : toSatang(amount)}
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
      {account ? (
        <Facts
          facts={[
            { name: t('profile.bank'), value: account.bank.nameTH, lang: 'th' },
            { name: t('profile.accountNo'), value: formatAccountNo(account.bankAccountNo), isNumber: true },
          ]}
        />
      ) : null}
    </Alert>
  )
}
