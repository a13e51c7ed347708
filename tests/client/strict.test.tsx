import { render, screen } from '@testing-library/react'
import { useActorRef } from '@xstate/react'
import { StrictMode } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import th from '#locales/th.json'
import { conditionsLogic } from '#src/actors/conditions.ts'
import { wire } from '#src/api/request.ts'
import { ConditionsDialog } from '#src/features/conditions/conditions-dialog.tsx'
import { speakThai } from '#tests/kit/thai.ts'
import { until } from '#tests/kit/until.ts'

beforeAll(speakThai)

const Screen = () => <ConditionsDialog actor={useActorRef(conditionsLogic)} onClose={() => {}} />

/** Mocks a backend that answers on demand. A request fails when it is aborted. */
function slowBackend() {
  const answers: (() => void)[] = []
  const aborted: AbortSignal[] = []
  vi.spyOn(wire, 'fetch').mockImplementation(
    (_, { signal }) =>
      new Promise((done, fail) => {
        answers.push(() => done(Response.json(['<p>one</p>'])))
        signal?.addEventListener('abort', () => {
          aborted.push(signal)
          fail(signal.reason)
        })
      }),
  )
  return { answers, aborted }
}

test('a flow that loads on opening works in StrictMode, because its aborted first run does not report a failure', async () => {
  const { answers, aborted } = slowBackend()
  render(
    <StrictMode>
      <Screen />
    </StrictMode>,
  )
  await until(() => expect([answers.length, aborted.length]).toEqual([2, 1]))
  await new Promise(requestAnimationFrame)
  screen.getByRole('status', { name: th.state.loading })
  answers.at(-1)?.()
  await screen.findByText('one')
  expect(screen.queryByText(th.conditions.failed)).toBeNull()
})

test('unmounting a flow aborts its request', async () => {
  const { answers, aborted } = slowBackend()
  const { unmount } = render(<Screen />)
  await until(() => expect(answers.length).toBe(1))
  unmount()
  await until(() => expect(aborted.length).toBe(1))
})
