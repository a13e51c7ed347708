import type { ActorRefFrom } from 'xstate'
import { type ActiveBonus as Active, HELD_TYPES } from '#contract/bonus.ts'
import { minus } from '#contract/money.ts'
import type { bonusMachine } from '#machines/bonus.machine.ts'
import { Button } from '#src/components/button.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Progress } from '#src/components/progress.tsx'
import { StatusIcon } from '#src/components/status-icon.tsx'
import { useMoney } from '#src/components/use-money.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { languageOf } from '#src/lib/language-of.ts'
import css from './bonus.module.css'

type Props = {
  actor: ActorRefFrom<typeof bonusMachine>
  active: Active
  isBusy: boolean
  onWithdraw: () => void
}

/** Shows the active bonus, and a button that ends it. Source: R228, R536, R600. */
export function ActiveBonus({ actor, active, isBusy, onWithdraw }: Props) {
  const { t } = useTexts()
  const { say } = useMoney()
  const known = HELD_TYPES.find((each) => each === active.type)
  const type = known ? t(`bonus.type.${known}`) : active.type
  const isReached = active.remaining === 0
  return (
    <section className={`${css.active} lit`} aria-label={t('bonus.current')}>
      <StatusIcon icon="bonus" />
      <div>
        <p className="hint">{active.name ? type : t('bonus.current')}</p>
        <p className={css.name} lang={languageOf(active.name ?? '')}>
          {active.name || type}
        </p>
        <Turnover active={active} />
        {active.remaining === undefined ? null : (
          <p className="hint">
            <NoBreakText
              text={isReached ? t('bonus.reached') : t('bonus.remaining', { amount: say(active.remaining) })}
            />
          </p>
        )}
        {active.remaining ? (
          <p className="hint">
            <NoBreakText text={t('bonus.turnover')} />
          </p>
        ) : null}
        <p className="hint">
          <NoBreakText text={t('bonus.rule')} />
        </p>
      </div>
      <div className={css.ways}>
        {isReached ? (
          <Button tone="metal" size="s" aria-haspopup="dialog" onClick={onWithdraw}>
            {t('page.withdraw')}
          </Button>
        ) : null}
        <Button
          tone="bad"
          size="s"
          aria-haspopup="dialog"
          aria-disabled={isBusy}
          onClick={() => actor.send({ type: 'bonus.end' })}
        >
          {t('bonus.end')}
        </Button>
      </div>
    </section>
  )
}

/** Shows how much of the required turnover the member has reached, as text and as a bar. Source: R600. */
function Turnover({ active: { remaining, turnover } }: Pick<Props, 'active'>) {
  const { t } = useTexts()
  const { say } = useMoney()
  if (remaining === undefined || turnover === undefined || turnover < remaining || turnover === 0) return null
  const reached = minus(turnover, remaining)
  const text = t('bonus.progress', { reached: say(reached), turnover: say(turnover) })
  return (
    <div className={css.turnover}>
      <Progress label={text} value={reached} max={turnover} />
      <p className="hint" aria-hidden="true">
        {text}
      </p>
    </div>
  )
}
