import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { ActorRefFrom } from 'xstate'
import { promotionCode } from '#contract/promotion.ts'
import type { promotionMachine } from '#machines/promotion.machine.ts'
import { Alert } from '#src/components/alert.tsx'
import { AttemptAlert } from '#src/components/attempt.tsx'
import { Button } from '#src/components/button.tsx'
import { NameField } from '#src/components/name-field.tsx'
import { RefusedAlert } from '#src/components/refused-alert.tsx'
import { failureText } from '#src/lib/failure-text.ts'
import css from './bonus.module.css'
import { PromotionFound } from './promotion-found.tsx'

type Props = { actor: ActorRefFrom<typeof promotionMachine>; notice: string }

/** A promotion code to enter, and what is found. Source: R132, R280–R283, R412. */
export function PromotionForm({ actor, notice }: Props) {
  const { t } = useTranslation()
  const text = useSelector(actor, (s) => s.context.text)
  const state = useSelector(actor, (s) => s.value)
  const failure = useSelector(actor, (s) => s.context.failure)
  const attempt = useSelector(actor, (s) => s.children.attempt)
  const gotIt = () => actor.send({ type: 'promotion.gotIt' })
  const isSearching = state === 'searching'
  const refusal = state === 'editing' && failure ? failureText(t, failure) : undefined
  const error = state === 'missing' ? t('promotion.missing') : refusal
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'code.submit' })
      }}
    >
      <NameField
        label={t('promotion.code')}
        icon="bonus"
        maxLength={64}
        value={text}
        readOnly={isSearching}
        onChange={({ target: { value } }) => actor.send({ type: 'code.type', text: value })}
        error={error}
        hint={isSearching ? t('promotion.searching') : undefined}
      />
      <Button type="submit" tone="cool" disabled={promotionCode(text) === ''} busy={isSearching}>
        {t('promotion.search')}
      </Button>
      {state === 'found' ? <PromotionFound actor={actor} notice={notice} /> : null}
      {attempt ? <AttemptAlert actor={attempt} title={t('promotion.title')} busyText={t('bonus.busy')} /> : null}
      {state === 'refused' && failure ? <RefusedAlert failure={failure} onClose={gotIt} /> : null}
      {state === 'received' ? (
        <Alert
          icon="check-circle"
          tone="good"
          title={t('bonus.saved')}
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
