import type { Satang } from '#contract/money.ts'
import type { Credit } from '#contract/wallet.ts'
import css from './money.module.css'
import { useMoney } from './use-money.ts'

type Props = {
  satang: Satang | Credit
  /** m is 20 px, l 30 px, xl 40 px, balance 40–50 px; without a size, the surrounding font size. */
  size?: 'm' | 'l' | 'xl' | 'balance' | undefined
  /** Use `metal` if the screen is about this amount. */
  unit?: 'plain' | 'metal' | undefined
  hideUnit?: boolean | undefined
  /** The direction of the money; a minus is U+2212. */
  sign?: '+' | '−' | undefined
}

/**
 * An amount of the member's money, with its decimals, if any, in small digits. It never breaks across lines.
 * Source: D-46.
 */
export function Money({ satang, size, unit = 'plain', hideUnit = false, sign }: Props) {
  const money = useMoney()
  const { whole, decimals } = money.split(satang)
  return (
    <span className={css.money} data-size={size}>
      {sign && <span className="number">{sign}</span>}
      {!hideUnit && (
        <span className={css.unit} data-unit={unit}>
          {money.sign}
        </span>
      )}
      <span className="number">
        {whole}
        {decimals && <small>{decimals}</small>}
      </span>
    </span>
  )
}
