import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import { promotionCode } from '#contract/promotion.ts'
import type { promotionMachine } from '#machines/promotion.machine.ts'
import { Button } from '#src/components/button.tsx'
import { NameField } from '#src/components/name-field.tsx'
import { PasteButton } from '#src/components/paste-button.tsx'
import { failureText } from '#src/lib/failure-text.ts'
import { useTexts } from '#src/lib/i18n.ts'
import css from './bonus.module.css'

type Props = { actor: ActorRefFrom<typeof promotionMachine> }

/** The form in which the member enters a promotion code. Source: R132, R280–R283. */
export function PromotionForm({ actor }: Props) {
  const { t } = useTexts()
  const text = useSelector(actor, (s) => s.context.text)
  const state = useSelector(actor, (s) => s.value)
  const failure = useSelector(actor, (s) => s.context.failure)
  const isSearching = state === 'searching'
  const field = useRef<HTMLInputElement>(null)
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
        ref={field}
        label={t('promotion.code')}
        icon="bonus"
        maxLength={64}
        value={text}
        readOnly={isSearching}
        onChange={({ target: { value } }) => actor.send({ type: 'code.type', text: value })}
        error={error}
        hint={isSearching ? t('promotion.searching') : undefined}
        action={
          isSearching ? null : (
            <PasteButton
              field={field}
              onPaste={(code) => actor.send({ type: 'code.type', text: promotionCode(code) })}
            />
          )
        }
      />
      <Button type="submit" tone="cool" disabled={promotionCode(text) === ''} busy={isSearching}>
        {t('promotion.search')}
      </Button>
    </form>
  )
}
