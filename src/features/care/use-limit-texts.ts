import type { Minutes } from '#contract/minutes.ts'
import type { PlayLimit } from '#contract/play-limit.ts'
import { useMoney } from '#src/components/use-money.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { spentIn } from './spent.ts'

/** Returns a function that formats a playing time in hours and minutes, such as 2 h 30 min. */
export function useDuration() {
  const { t } = useTexts()
  return (time: Minutes) => {
    const { form, spent } = spentIn(time)
    return t(`care.limit.time.${form}`, spent)
  }
}

type Texts = { used: string; limit: string; wished: string }

/**
 * Returns a function that formats three amounts of a limit: how much of it is used, the limit itself, and the limit
 * that the member has asked for.
 */
export function useLimitTexts() {
  const { t } = useTexts()
  const { say } = useMoney()
  const duration = useDuration()
  const none = t('care.limit.none')
  return (limit: PlayLimit): Texts =>
    limit.kind === 'time' ? textsOf(limit, duration, none) : textsOf(limit, say, none)
}

type Amounts<U> = { amount: U | null; used: U; wish: { amount: U | null } | null }

function textsOf<U>({ amount, used, wish }: Amounts<U>, say: (amount: U) => string, none: string): Texts {
  const each = (one: U | null) => (one === null ? none : say(one))
  return { used: say(used), limit: each(amount), wished: each(wish?.amount ?? null) }
}
