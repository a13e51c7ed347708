import type { CallName } from '#contract/calls.ts'
import { NEWCOMER } from '../pages/register.ts'
import type { TextKey } from '../pages/texts.ts'
import type { Arrange, It } from './fixtures.ts'

const questionOf = ({ page }: It) => page.getByRole('alertdialog')

/**
 * Returns functions that cause the outcomes of a step-up. `calls` are the calls that may make the change, and `submit`
 * is the text of the button that confirms the step-up.
 */
export function stepUp(calls: CallName | readonly CallName[], submit: TextKey) {
  const all = [calls].flat()
  const confirm = async (app: It) => {
    const { t, line } = app
    await questionOf(app).getByLabel(t('login.password'), { exact: true }).fill(NEWCOMER.password)
    await questionOf(app)
      .getByRole('button', { name: t(submit), exact: true })
      .click()
    await line.letThrough([await line.waiting(all)])
  }
  const press = (key: TextKey) => (app: It) =>
    questionOf(app)
      .getByRole('button', { name: app.t(key), exact: true })
      .click()
  const made: Arrange = confirm
  const refused =
    (code: string): Arrange =>
    async (app) => {
      for (const call of all) await app.spoil(call, code)
      await confirm(app)
      await app.faults.come()
    }
  const lost: Arrange = async (app) => {
    for (const call of all) await app.spoil(call)
    await confirm(app)
    await app.faults.come()
    await press('action.close')(app)
  }
  return {
    made,
    refused,
    unconfirmed: {
      'the player has gone back': press('action.back'),
      'no answer arrived, and the player stopped checking': lost,
    },
  }
}
