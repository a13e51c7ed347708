import type { Satang } from '#contract/money.ts'
import type { Credit } from '#contract/wallet.ts'
import css from './money.module.css'
import { useMoney } from './use-money.ts'

type Props = {
  satang: Satang | Credit
  /** m 20 px, l 30, xl 40, balance 40–50; if omitted, the surrounding size. */
  size?: 'm' | 'l' | 'xl' | 'balance' | undefined
  /** `metal` if the amount is the subject. */
  unit?: 'plain' | 'metal' | undefined
  hideUnit?: boolean | undefined
  /** The direction of the money; a minus is U+2212. */
  sign?: '+' | '−' | undefined
}

/** An amount of the member's money with any decimals in small digits, never broken across lines. Source: D-46. */
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
