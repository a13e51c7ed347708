import { screen } from '@testing-library/react'
import th from '#locales/th.json'
import { ConditionsDialog } from '#src/features/conditions/conditions-dialog.tsx'
import { defineDriver } from '#tests/kit/driver.ts'
import { firstWords, press } from '#tests/kit/screen.ts'
import model from './conditions.model.ts'

const close = th.action.close

export default defineDriver(model, {
  view: (actor) => <ConditionsDialog actor={actor} onClose={() => {}} />,
  act: { 'lookup.retry': { ways: [press(th.action.retry)] } },
  texts: [th.state.loading, th.state.nothing, th.conditions.failed],
  look: {
    loading: () => ({ controls: [close], sees: [th.state.loading] }),
    failed: () => ({ controls: [close, th.action.retry], sees: [th.conditions.failed] }),
    shown: async ({ context: { found } }) => {
      const last = found?.at(-1)
      if (last) await screen.findByText(firstWords(last))
      return { controls: [close], sees: found?.length ? [] : [th.state.nothing] }
    },
  },
})
