import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { CARE_PERIODS, type Care, netDepositsOf } from '#contract/care.ts'
import { type Satang, satang } from '#contract/money.ts'
import type { careMachine } from '#machines/care.machine.ts'
import { FactList } from '#src/components/fact-list.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Tabs } from '#src/components/tabs.tsx'
import { useMoney } from '#src/components/use-money.ts'
import { useTexts } from '#src/lib/i18n.ts'
import css from './care.module.css'
import { GamePlays } from './game-plays.tsx'
import { useResults } from './use-results.ts'

type Props = { actor: ActorRefFrom<typeof careMachine>; care: Pick<Care, 'positions' | 'games'> }

/**
 * Shows the member's deposits, withdrawals, net deposits, winnings, losses and games in the chosen period.
 * Source: R579, R640.
 */
export function Positions({ actor, care: { positions, games } }: Props) {
  const { t } = useTexts()
  const { sign, format } = useMoney()
  const resultsOf = useResults()
  const period = useSelector(actor, (s) => s.context.period)
  const { deposited, withdrawn } = positions[period]
  const net = netDepositsOf(positions[period])
  const say = (amount: Satang) => `${sign}${format(amount)}`
  return (
    <div className={css.positions}>
      <Tabs
        label={t('care.periods')}
        tabs={CARE_PERIODS.map((id) => ({ id, label: t(`care.period.${id}`) }))}
        current={period}
        onChange={(period) => actor.send({ type: 'period.choose', period })}
        look="chips"
      >
        <FactList
          facts={[
            { name: t('care.deposited'), value: say(deposited), isNumber: true },
            { name: t('care.withdrawn'), value: say(withdrawn), isNumber: true },
            { name: t('care.net'), value: `${net < 0 ? '−' : ''}${say(satang(Math.abs(net)))}`, isNumber: true },
            ...resultsOf(positions[period]),
          ]}
        />
        <p>
          <NoBreakText text={t('care.netText')} />
        </p>
        {games ? <GamePlays games={games} period={period} /> : null}
      </Tabs>
    </div>
  )
}
