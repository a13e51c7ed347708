import { toSatang } from '#contract/money.ts'
import { answered, check, must, shape } from '../kit.ts'

/** The lookups. */
export const lookupChecks = [
  shape('lookup.active', {}, ({ terminated }) => must(terminated !== 'gone', 'the site is shut down')),
  shape('lookup.registerOTP', {}),
  shape('lookup.enableChatWidget', {}),
  shape('lookup.banks', {}, (banks) => must(banks.length > 0, 'there is no bank to register')),
  shape('lookup.sources', {}),
  shape('lookup.info', {}),
  shape('lookup.contact', {}),
  shape('lookup.conditions', {}),
  shape('lookup.agreements', {}),
  shape('lookup.notice', {}),
  answered('lookup.slip'),
  shape('lookup.slip', {}, undefined, { level: 'full' }),
  shape('lookup.deposit', {}),
  shape('lookup.withdraw', {}),
  check('lookup.withdraw', 'the least withdrawal is not above the most', async (backend) => {
    const { withdrawMin, withdrawMax } = await backend.ask('lookup.withdraw', {})
    must(toSatang(withdrawMin) <= toSatang(withdrawMax), `${withdrawMin} to ${withdrawMax}`)
  }),
]
