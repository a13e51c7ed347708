import { useSelector } from '@xstate/react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import th from '#locales/th.json'
import { StepUp } from '#src/components/step-up.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { fill, key, press, type ScreenSnapshot } from '#tests/kit/screen.ts'
import model from './step-up.model.ts'
import '#src/lib/data-texts.ts'

const { action, evidence, login, stepUp } = th
const texts = th.data.erasure
type Seen = SnapshotFrom<typeof model.config.machine>

/** Shows the question only while its machine runs, as its owner does. */
function Page({ actor }: { actor: ActorRefFrom<typeof model.config.machine> }) {
  const { t } = useTexts()
  const isActive = useSelector(actor, (s) => s.status === 'active')
  if (!isActive) return null
  return (
    <StepUp
      actor={actor}
      icon="lock"
      title={t('data.erasure.confirm')}
      text={t('data.erasure.later')}
      hint={t('data.erasure.passwordHint')}
      submit={t('data.erasure.ask')}
      busyText={t('data.erasure.sending')}
      unsure={t('data.erasure.unsure')}
    />
  )
}

const gone = () => ({ controls: [] })
/** The step-up question. `more`: notes about the passkey. */
function question(seen: Seen, more: string[] = []): ScreenSnapshot {
  const { isWrong } = seen.context
  const passkey = seen.hasTag('passkey') ? [stepUp.passkey] : []
  const wrong = isWrong ? [th.errorMsg.WRONG_PASSWORD] : []
  const buttons = seen.hasTag('busy') ? [`${action.back} (off)`, `${texts.sending} (busy)`] : [action.back, texts.ask]
  return {
    controls: [login.password, login.show, ...passkey, ...buttons],
    alerts: [...wrong, ...more],
    sees: [texts.confirm, texts.later, ...(isWrong ? wrong : [texts.passwordHint]), ...more],
  }
}
const plain = (seen: Seen) => question(seen)

export default defineDriver(model, {
  view: (actor) => <Page actor={actor} />,
  act: {
    'password.type': { ways: [() => fill(login.password, 'x')] },
    'password.submit': {
      ways: [
        async ({ password }) => {
          await fill(login.password, password)
          await press(texts.ask)()
        },
        async ({ password }) => {
          await fill(login.password, password)
          await key('Enter', login.password)()
        },
      ],
    },
    'passkey.use': { ways: [press(stepUp.passkey)] },
    'stepUp.leave': { ways: [press(action.back), key('Escape')] },
    'stepUp.check': { ways: [press(action.checkAgain)] },
    'stepUp.gotIt': { ways: [press(action.close), key('Escape')] },
  },
  retries: ['stepUp.check'],
  texts: [
    texts.confirm,
    texts.later,
    texts.passwordHint,
    th.errorMsg.WRONG_PASSWORD,
    stepUp.declined,
    evidence.unknown,
    texts.unsure,
  ],
  look: {
    'asking.start': plain,
    'asking.typing': plain,
    'asking.choosing': plain,
    'asking.declined': (seen) => question(seen, [stepUp.declined]),
    signing: plain,
    sending: plain,
    unsure: () => ({ controls: [action.close, action.checkAgain], sees: [evidence.unknown, texts.unsure] }),
    done: gone,
    refused: gone,
    left: gone,
    unknown: gone,
  },
})
