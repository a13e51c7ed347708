import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { DepositWays } from '#contract/deposit.ts'
import { giftWallet, isGiftUnread, leastGift } from '#contract/gift-link.ts'
import type { giftLinkMachine } from '#machines/gift-link.machine.ts'
import { Alert } from '#src/components/alert.tsx'
import { AttemptButton, AttemptNote } from '#src/components/attempt.tsx'
import { Button } from '#src/components/button.tsx'
import { Empty } from '#src/components/empty.tsx'
import { Field } from '#src/components/field.tsx'
import { PasteButton } from '#src/components/paste-button.tsx'
import { useMoney } from '#src/components/use-money.ts'
import { useTexts } from '#src/lib/i18n.ts'
import '#src/lib/gift-texts.ts'
import { failureText } from '#src/lib/failure-text.ts'
import css from './bank.module.css'

type Props = { actor: ActorRefFrom<typeof giftLinkMachine>; ways: DepositWays | null }
/** `hasFailed` is true if the deposit methods failed to load. */
type TabProps = Props & { hasFailed: boolean; onRetry: () => void }

/** The tab with the field for a gift link. Source: R22, R110, R275, R515. */
export function GiftLink({ actor, ways, hasFailed, onRetry }: TabProps) {
  const { t } = useTexts()
  const { say } = useMoney()
  const field = useRef<HTMLInputElement>(null)
  const link = useSelector(actor, (s) => s.context.link)
  const isHeld = useSelector(actor, (s) => s.context.isHeld)
  const amount = useSelector(actor, (s) => s.context.amount)
  const failure = useSelector(actor, (s) => s.context.failure)
  const isReceived = useSelector(actor, (s) => s.matches('received'))
  const isBusy = useSelector(actor, (s) => s.hasTag('busy'))
  const attempt = useSelector(actor, (s) => s.children.attempt)
  const isFixed = isBusy || attempt !== undefined
  const gotIt = () => actor.send({ type: 'gift.gotIt' })
  const account = ways && giftWallet(ways)
  if ((hasFailed || (ways && isGiftUnread(ways))) && !attempt && !isReceived)
    return (
      <Empty
        icon="alert"
        tone="plain"
        title={t('gift.failed')}
        text={t('bank.emptyLead')}
        action={<Button onClick={onRetry}>{t('action.retry')}</Button>}
      />
    )
  if (ways && account === null && !attempt && !isReceived)
    return <Empty icon="gift" title={t('gift.none')} text={t('bank.emptyLead')} />
  return (
    <form
      id="gift"
      className={css.tab}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (account) actor.send({ type: 'gift.submit', account })
      }}
    >
      <Field
        ref={field}
        label={t('gift.link')}
        icon="link"
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://gift.truemoney.com/…"
        maxLength={1000}
        value={link}
        readOnly={isFixed}
        onChange={({ target: { value } }) => actor.send({ type: 'link.type', link: value })}
        error={failure ? failureText(t, failure) : undefined}
        hint={t('gift.minimum', { min: say(leastGift(ways)) })}
        action={
          isFixed ? null : (
            <PasteButton field={field} onPaste={(text) => actor.send({ type: 'link.type', link: text })} />
          )
        }
      />
      {attempt ? <AttemptNote actor={attempt} /> : null}
      {isReceived ? (
        <Alert
          icon={isHeld ? 'clock' : 'check-circle'}
          tone={isHeld ? 'wait' : 'good'}
          title={t(isHeld ? 'deposit.held' : 'gift.received')}
          amount={amount ?? undefined}
          actions={
            <Button tone="metal" wide onClick={gotIt}>
              {t('action.gotIt')}
            </Button>
          }
          onClose={gotIt}
        />
      ) : null}
    </form>
  )
}

/** The button in the dialog's footer that submits the gift link. */
export function GiftFoot({ actor, ways }: Props) {
  const { t } = useTexts()
  const isEmpty = useSelector(actor, (s) => s.context.link.trim() === '')
  const isBusy = useSelector(actor, (s) => s.hasTag('busy'))
  const attempt = useSelector(actor, (s) => s.children.attempt)
  return (
    <AttemptButton
      actor={attempt}
      icon="send"
      type="submit"
      form="gift"
      disabled={isEmpty || !ways || giftWallet(ways) === null}
      busy={isBusy}
      busyText={t('gift.sending')}
    >
      {t('gift.submit')}
    </AttemptButton>
  )
}
