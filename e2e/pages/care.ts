import { expect, type Page } from '@playwright/test'
import { type BreakLength, type CarePeriod, excludes } from '#contract/care.ts'
import type { LimitKind, LimitPeriod } from '#contract/play-limit.ts'
import type { CheckMinutes } from '#contract/time-check.ts'
import type { Texts } from './texts.ts'

/** The My play page: the member's play, limits, reminders and breaks. */
export function carePage(page: Page, t: Texts) {
  const main = page.getByRole('main')
  const alert = page.getByRole('alertdialog')
  const fact = (name: 'deposited' | 'withdrawn' | 'net' | 'won' | 'lost' | 'result') =>
    main.locator(`dt:text-is("${t(`care.${name}`)}") + dd`)
  const length = (of: BreakLength) => {
    const name = t(excludes(of) ? 'care.excludeOf' : 'care.pauseOf', { length: t(`care.length.${of}`) })
    return main.getByRole('button', { name, exact: true })
  }
  const confirm = (of: BreakLength) =>
    alert.getByRole('button', { name: t(excludes(of) ? 'care.excludeNow' : 'care.pauseNow') })
  const reminder = (minutes: CheckMinutes | null) =>
    main.getByRole('button', { name: t(minutes === null ? 'care.visit.never' : `care.visit.every.${minutes}`) })
  const limit = (of: LimitPeriod, kind: LimitKind = 'deposit') =>
    main
      .getByRole('region', { name: t(`care.limit.${kind}.title`), exact: true })
      .getByRole('listitem')
      .filter({ hasText: t(`care.limit.period.${of}`) })
  const amount = alert.getByLabel(t('money.amount'), { exact: true })
  const minutes = alert.getByLabel(t('care.limit.time.field'), { exact: true })
  const password = alert.getByLabel(t('login.password'), { exact: true })
  const onBreak = main.getByRole('status').filter({ hasText: t('care.onBreak', { until: '|' }).split('|')[0] ?? '' })
  return {
    main,
    alert,
    fact,
    length,
    confirm,
    password,
    limit,
    amount,
    minutes,
    onBreak,
    /** The list of the games that were played in the chosen period. */
    games: main.getByRole('region', { name: t('care.games.title'), exact: true }),
    period: (of: CarePeriod) => main.getByRole('tab', { name: t(`care.period.${of}`), exact: true }),
    /** Opens the page and waits until it is loaded. */
    async open() {
      await page.goto('/user/care')
      await expect(fact('result')).toHaveText(/\d/)
    },
    /** Enters a limit in baht or in minutes and saves it. By default it is a deposit limit. */
    async setLimit(of: LimitPeriod, text: string, kind?: LimitKind) {
      await limit(of, kind).getByRole('button').click()
      await (kind === 'time' ? minutes : amount).fill(text)
      await alert.getByRole('button', { name: t('care.limit.save') }).click()
    },
    /** The option for a reminder interval, or for no reminders. */
    reminder,
    /** Chooses a reminder interval, or no reminders. */
    remind: (minutes: CheckMinutes | null) => reminder(minutes).click(),
    /** The dialog that shows how long the visit has lasted, and its result. */
    visit: page.getByRole('alertdialog', { name: t('care.visit.title') }),
    /**
     * Backdates the visit so that it has lasted `minutes` plus half a minute, with the last reminder after `reminded`
     * minutes. The page's clock follows the server's clock and may be some seconds off. Thanks to the extra half
     * minute, this does not change the displayed minutes.
     */
    lasts: (minutes: number, reminded = 0) =>
      page.evaluate(
        ([lasted, last]) => {
          const now = Date.now()
          const startedAt = now - lasted
          const visit = { startedAt, remindedAt: startedAt + last, seenAt: now }
          const of = localStorage.getItem('token')?.slice(0, 8)
          localStorage.setItem('visit', of + JSON.stringify(visit))
        },
        [(minutes + 0.5) * 60_000, reminded * 60_000] as const,
      ),
    /** Requests a break and confirms it. */
    async take(of: BreakLength) {
      await length(of).click()
      await confirm(of).click()
    },
  }
}
