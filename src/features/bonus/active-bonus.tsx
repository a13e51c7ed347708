import { useTranslation } from 'react-i18next'
import type { ActorRefFrom } from 'xstate'
import { type ActiveBonus as Active, HELD_TYPES } from '#contract/bonus.ts'
import type { bonusMachine } from '#machines/bonus.machine.ts'
import { Button } from '#src/components/button.tsx'
import { Medal } from '#src/components/medal.tsx'
import { Running } from '#src/components/running.tsx'
import { formatAmount } from '#src/lib/format.ts'
import css from './bonus.module.css'

type Props = { actor: ActorRefFrom<typeof bonusMachine>; active: Active; isBusy: boolean }

/** The bonus in effect, and the way to end it. Source: R228. */
export function ActiveBonus({ actor, active, isBusy }: Props) {
  const { t } = useTranslation()
  const type = HELD_TYPES.find((each) => each === active.type)
  return (
    <section className={`${css.active} lit`} aria-label={t('bonus.current')}>
      <Medal icon="bonus" />
      <div>
        <p className="hint">{t('bonus.current')}</p>
        <p className={css.name}>{type ? t(`bonus.type.${type}`) : active.type}</p>
        {active.remaining === undefined ? null : (
          <p className="hint">
            {active.remaining > 0
              ? t('bonus.remaining', { amount: formatAmount(active.remaining) })
              : t('bonus.reached')}
          </p>
        )}
        <p className="hint">
          <Running text={t('bonus.rule')} />
        </p>
      </div>
      <Button
        tone="bad"
        size="s"
        aria-haspopup="dialog"
        aria-disabled={isBusy}
        onClick={() => actor.send({ type: 'bonus.end' })}
      >
        {t('bonus.end')}
      </Button>
    </section>
  )
}
