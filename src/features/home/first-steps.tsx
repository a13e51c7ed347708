import { useSelector } from '@xstate/react'
import { useId } from 'react'
import type { ActorRefFrom } from 'xstate'
import { firstStep } from '#contract/first-step.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { Button } from '#src/components/button.tsx'
import { ButtonLink } from '#src/components/button-link.tsx'
import { Icon } from '#src/components/icon.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import css from './first-steps.module.css'

type Props = {
  wallet: ActorRefFrom<typeof walletMachine>
  onDeposit: () => void
  /** True if the backend offers deposit limits, which a new member may set before the first deposit. */
  hasLimits: boolean
  /**
   * Called when the player wants to choose a game. It moves the focus to the first game account that is not open yet.
   */
  onChoose: () => void
  /** Called when the player wants to play the game with this code. */
  onPlay: (game: string) => void
}

const STEPS = ['deposit', 'open', 'play'] as const

/** Shows a new member the first three steps, with a button for the next one. Source: R601, R619. */
export function FirstSteps({ wallet, hasLimits, onDeposit, onChoose, onPlay }: Props) {
  const { t } = useTexts()
  const id = useId()
  const overview = useSelector(wallet, (s) => s.context.overview)
  const readAt = useSelector(wallet, (s) => s.context.syncedAt)
  const next = overview && readAt !== null ? firstStep(overview, readAt) : null
  if (!next) return null
  const at = STEPS.indexOf(next.step)
  return (
    <section className={css.card} aria-labelledby={id}>
      <h2 id={id}>
        <NoBreakText text={t('firstSteps.title')} />
      </h2>
      <ol>
        {STEPS.map((step, place) => (
          <li key={step} aria-current={place === at ? 'step' : undefined} data-done={place < at || undefined}>
            <span className={css.mark} aria-hidden="true">
              {place < at ? <Icon name="check" size="s" /> : place + 1}
            </span>
            <p>
              <NoBreakText text={t(`firstSteps.${step}`)} />
              {place < at ? <span className="visually-hidden"> {t('firstSteps.done')}</span> : null}
            </p>
          </li>
        ))}
      </ol>
      <div className={css.actions}>
        {next.step === 'deposit' ? (
          <>
            <Button tone="cool" icon="deposit" aria-haspopup="dialog" onClick={onDeposit}>
              {t('home.deposit')}
            </Button>
            {hasLimits ? (
              <ButtonLink to="/user/care" tone="quiet">
                {t('firstSteps.limit')}
              </ButtonLink>
            ) : null}
          </>
        ) : null}
        {next.step === 'open' ? (
          <Button tone="cool" icon="slot" onClick={onChoose}>
            {t('firstSteps.choose')}
          </Button>
        ) : null}
        {next.step === 'play' ? (
          <Button tone="cool" icon="play" aria-haspopup="dialog" onClick={() => onPlay(next.game.code)}>
            {t('firstSteps.enter', { game: next.game.name })}
          </Button>
        ) : null}
      </div>
    </section>
  )
}
