import { CARE_PERIODS } from '#contract/care.ts'
import { passwordHeader } from '#contract/profile.ts'
import { PROOF_HEADER } from '#contract/proof.ts'
import { newKey } from '#contract/random.ts'
import { phoneOf } from '#contract/register.ts'
import { authenticator } from '#tests/kit/authenticator.ts'
import { browserKey } from '#tests/kit/browser-key.ts'
import { type Backend, brief, check, endsSession, must, refusal, shape } from '../kit.ts'

/** Opens another session for the member and returns its token. */
async function loginAgain(backend: Backend): Promise<string> {
  const { member, password } = backend.subject
  return (await backend.ask('account.login', { username: member, password }, { token: null })).token
}
/** The header with the member's password, which a backend with the setting `asksPassword` requires. */
const withPassword = ({ subject }: Backend) => ({ headers: passwordHeader(subject.password) })
/** Requests a challenge for a login with a passkey. */
const challenged = (backend: Backend) => backend.ask('passkey.challenge', {}, { token: null })
/** Adds a passkey for the member, runs `use` with it, and removes it. Returns the removed passkey. */
async function withPasskey(backend: Backend, use: (own: ReturnType<typeof authenticator>) => Promise<void>) {
  const { password, origin } = backend.subject
  const { challenge, rp } = await backend.ask('passkey.prepare', { password })
  const own = authenticator(origin ?? `https://${rp.id}`)
  const listed = async () => (await backend.ask('passkey.list', {})).passkeys.map((each) => each?.id)
  const before = await listed()
  await backend.ask('passkey.add', own.create(challenge))
  const id = (await listed()).find((each) => !before.includes(each)) ?? ''
  await use(own)
  await backend.ask('passkey.remove', { id, password })
  must(!(await listed()).includes(id), 'the removed passkey is still in the list')
  return own
}
/** Checks that the token alone, without a proof, no longer gives access. */
async function mustHaveEnded(backend: Backend, token: string) {
  const reply = await backend.send('account.profile', {}, { token })
  must(endsSession(reply), `the token still gets ${reply.status} ${brief(reply.body)}`)
}

/** The member’s account, login and logout. */
export const accountChecks = [
  check(
    'account.login',
    'two logins get different tokens',
    async (backend) => {
      const { member, password } = backend.subject
      const { token } = await backend.ask('account.login', { username: member, password }, { token: null })
      must(token !== backend.token, 'both logins got the same token')
      await backend.ask('account.profile', {}, { token })
    },
    { level: 'full' },
  ),
  check(
    'account.login',
    'a session that was opened with the proof of a browser needs that proof',
    async (backend) => {
      const { member, password } = backend.subject
      const { proof } = await browserKey()
      const [input, key] = [{ username: member, password }, newKey()]
      const at = Date.parse((await backend.send('lookup.active', {})).headers.get('Date') ?? '')
      const login = await proof({ method: 'POST', path: '/api/login', key, body: JSON.stringify(input), at })
      const { token } = await backend.ask('account.login', input, {
        token: null,
        key,
        headers: { [PROOF_HEADER]: login },
      })
      const read = await proof({ method: 'GET', path: '/api/account/profile', token, at })
      await backend.ask('account.profile', {}, { token, headers: { [PROOF_HEADER]: read } })
      await mustHaveEnded(backend, token)
    },
    { level: 'full' },
  ),
  check(
    'account.login',
    'a wrong password is refused',
    async (backend) => {
      const sent = { username: backend.subject.member, password: `${backend.subject.password} not` }
      backend.mustRefuse(await backend.send('account.login', sent, { token: null }), 'WRONG_CREDENTIAL')
    },
    { codes: ['WRONG_CREDENTIAL'] },
  ),
  check('account.login', 'an unknown member is refused', async (backend) => {
    const sent = { username: 'nobody', password: 'no password' }
    backend.mustRefuse(await backend.send('account.login', sent, { token: null }))
  }),
  shape('passkey.list', {}, undefined, { level: 'full' }),
  shape('passkey.challenge', {}, undefined, { level: 'full' }),
  refusal('passkey.prepare', 'a wrong password', { password: 'not the password' }, ['WRONG_PASSWORD'], {
    level: 'full',
  }),
  refusal(
    'account.passkey',
    'a passkey that nobody added',
    async (backend) => {
      const { challenge, rpId } = await challenged(backend)
      return authenticator(backend.subject.origin ?? `https://${rpId}`).answer(challenge)
    },
    ['PASSKEY_REFUSED'],
    { level: 'full' },
  ),
  check(
    'passkey.add',
    'a passkey logs in until it is removed',
    async (backend) => {
      const own = await withPasskey(backend, async (passkey) => {
        const answer = passkey.answer((await challenged(backend)).challenge)
        const { token } = await backend.ask('account.passkey', answer, { token: null })
        await backend.ask('account.profile', {}, { token })
      })
      const late = own.answer((await challenged(backend)).challenge)
      backend.mustRefuse(await backend.send('account.passkey', late, { token: null }), 'PASSKEY_REFUSED')
    },
    { level: 'full' },
  ),
  check(
    'passkey.confirm',
    'a challenge for a change names the passkeys of the member',
    async (backend) => {
      await withPasskey(backend, async () => {
        const { allowCredentials } = await backend.ask('passkey.confirm', { digest: 'A'.repeat(43) })
        must(allowCredentials.length > 0, 'it names none')
      })
    },
    { level: 'full' },
  ),
  refusal(
    'passkey.remove',
    'an unknown passkey',
    async ({ subject }) => ({ id: 'no-such-passkey', password: subject.password }),
    ['NO_DATA'],
    { level: 'full' },
  ),
  shape('account.profile', {}),
  check('account.profile', 'the profile is the one of the member who signed in', async (backend) => {
    const { username } = await backend.ask('account.profile', {})
    must(phoneOf(username) === phoneOf(backend.subject.member), `the username is ${username}`)
  }),
  check('account.profile', 'profile and wallet overview name the same member', async (backend) => {
    const own = await backend.ask('account.profile', {})
    const { profile } = await backend.ask('wallet.get', {})
    must(own._id === profile._id && own.name === profile.name, `${brief(own)}, but ${brief(profile)}`)
  }),
  check('account.profile', 'a wrong token is answered with a message that signs the client out', async (backend) => {
    const reply = await backend.send('account.profile', {}, { token: 'no-token-of-anybody' })
    backend.mustRefuse(reply)
    must(endsSession(reply), `the message is ${brief(reply.body)}`)
  }),
  refusal(
    'account.password',
    'a change of the password with a wrong old one',
    {
      oldPassword: 'not the old password',
      newPassword: 'another-password-1',
    },
    ['WRONG_PASSWORD'],
  ),
  refusal(
    'account.update',
    'a bank that does not exist',
    {
      name: 'Conform',
      bankCode: 'NO-SUCH-BANK',
      bankAccountName: 'CONFORM',
      bankAccountNo: '0000000000',
    },
    ['INVALID_BANK'],
    { level: 'full' },
  ),
  refusal(
    'account.rename',
    'an account name at a bank that is not the member’s',
    {
      bankCode: 'NO-SUCH-BANK',
      bankAccountName: 'CONFORM',
    },
    ['INVALID_BANK'],
    { level: 'full' },
  ),
  refusal(
    'account.rename',
    'an account name that is not in English letters',
    async (backend) => {
      const { bankAccount } = await backend.ask('wallet.get', {})
      return { bankCode: bankAccount.bank.code ?? '', bankAccountName: 'ทดสอบ 123' }
    },
    ['BANK_ACCOUNT_NAME_ENG'],
    { level: 'full' },
  ),
  check(
    'account.logout',
    'a log out ends the session of its token, and no other',
    async (backend) => {
      const token = await loginAgain(backend)
      await backend.ask('account.logout', {}, { token })
      await mustHaveEnded(backend, token)
      await backend.ask('account.profile', {})
    },
    { level: 'full' },
  ),
  shape(
    'session.list',
    {},
    ({ sessions }) =>
      must(sessions.filter((each) => each?.isCurrent).length === 1, 'not one session is the current one'),
    { level: 'full' },
  ),
  shape(
    'account.events',
    { page: 1, limit: 10 },
    ({ events }) =>
      must(
        events.some((each) => each?.kind === 'login'),
        'no login in the newest events',
      ),
    { level: 'full' },
  ),
  shape(
    'care.read',
    {},
    ({ positions }) =>
      must(
        CARE_PERIODS.every((period) => positions[period].deposited <= positions.all.deposited),
        'a period has more deposits than all the time',
      ),
    { level: 'full' },
  ),
  check(
    'session.end',
    'it ends the session with its id, and no other',
    async (backend) => {
      const token = await loginAgain(backend)
      const mine = (await backend.ask('session.list', {}, { token })).sessions.find((each) => each?.isCurrent)
      await backend.ask('session.end', { id: mine?.id ?? '' }, withPassword(backend))
      await mustHaveEnded(backend, token)
      await backend.ask('account.profile', {})
    },
    { level: 'full' },
  ),
  check(
    'session.end',
    'an unknown session is refused',
    async (backend) => {
      const reply = await backend.send('session.end', { id: 'no-such-session' }, withPassword(backend))
      backend.mustRefuse(reply, 'NO_DATA')
    },
    { level: 'full' },
  ),
  check(
    'session.endOthers',
    'it ends the other sessions, and not its own',
    async (backend) => {
      const token = await loginAgain(backend)
      await backend.ask('session.endOthers', {}, withPassword(backend))
      await mustHaveEnded(backend, token)
      await backend.ask('account.profile', {})
    },
    { level: 'full' },
  ),
]
