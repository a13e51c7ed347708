import { CITES, NEEDS_ADDITIONS } from '#e2e/pages/cites.ts'
import { citedIn, idsIn, OBSERVABLE, withTests } from './trace.ts'

/** Tests that run on the plain backend, or on a backend with the same limitations. */
const PLAIN_TESTS = [
  'tests/flows/attempt/settled.wire.test.ts',
  'tests/flows/chat/chat-plain.wire.test.ts',
  'tests/flows/*/*.plain.{wire.test.ts,test.tsx}',
  'tests/plain-backend/*.test.ts',
  'tests/conform/conform.long.wire.test.ts',
]

const plainJourneys = Object.entries(CITES).filter(([name]) => !NEEDS_ADDITIONS.some((each) => each === name))

/** Returns the requirement ids that a test on the plain backend verifies. */
export const shownOnPlain = (): Set<string> =>
  new Set([...citedIn(PLAIN_TESTS), ...plainJourneys.flatMap(([, ids]) => idsIn(ids))])

/**
 * Returns the requirement ids that any test cites. Models and journeys count, because tests are generated from them.
 */
export const allCited = (): Set<string> =>
  citedIn([
    'tests/**/*.test.{ts,tsx}',
    'tests/**/*.model.ts',
    'tests/flows/*/*.e2e.ts',
    'e2e/*.spec.ts',
    'e2e/pages/cites.ts',
  ])

/**
 * The requirement ids that the plain backend cannot demonstrate or that do not depend on a backend, with the reason.
 */
export const NOT_FOR_PLAIN: readonly { ids: string; why: string }[] = [
  {
    ids: 'R111, R260–R262, R322, D-43',
    why: 'The edit of an account name is offered by the bank code of the account, which the reference adds.',
  },
  { ids: 'R533–R535, D-12, D-13', why: 'The reference adds the QR limits and the hours for slips.' },
  { ids: 'D-22–D-24', why: 'The reference adds signed guests, rooms that the server chooses and `clientId`.' },
  { ids: 'D-30, D-33, D-34', why: 'The reference adds the field `code` to refusals and totals to lists.' },
  { ids: 'R536, D-16–D-21', why: 'The rules of a server: the reference decides them, another backend its own.' },
  { ids: 'R559–R565, R567, D-57, D-58', why: 'The reference adds the list of sessions, and their longest time.' },
  { ids: 'R602–R605, D-68', why: 'The reference binds sessions to a key of the browser.' },
  { ids: 'R620–R626, R628–R629, D-71', why: 'The reference takes passkeys.' },
  { ids: 'R647–R651, R653, R656, D-74', why: 'The reference lists the security events of an account.' },
  { ids: 'R608, D-69', why: 'The reference has loss limits.' },
  { ids: 'R638, D-73', why: 'The reference has limits of the time of play.' },
  { ids: 'R606, R645', why: 'The reference replies to a changed password with a new token.' },
  { ids: 'R642–R643', why: 'The reference asks for the password with a new account name, and to end a session.' },
  { ids: 'R568–R572, D-62', why: 'The reference sends codes for a new password.' },
  { ids: 'R581–R582', why: 'The reference makes withdrawals wait.' },
  { ids: 'R574–R579, R583, R640, R658, D-63', why: 'The reference has breaks from play.' },
  { ids: 'R586–R588, R619, R646, D-64', why: 'The reference has limits of deposits.' },
  { ids: 'R632–R633, R635–R636, D-72', why: 'The reference asks about limits.' },
  { ids: 'R592–R594, D-65', why: 'The reference has reminders of the time.' },
  {
    ids: 'R610–R613, R615–R618, D-70',
    why: 'The reference gives a copy of the member’s data, and takes a request to erase it.',
  },
  { ids: 'R597–R598, D-67', why: 'The reference lists pending payments.' },
  { ids: 'R655', why: 'The return to the page, the same with any backend.' },
  { ids: 'R600', why: 'The reference sends the whole turnover.' },
  { ids: 'R663', why: 'The reference counts unread messages with the wallet.' },
  { ids: 'R660', why: 'The reference says how long a withdrawal usually takes.' },
  { ids: 'R665', why: 'The reference sends the turnover with the wallet.' },
  { ids: 'R667', why: 'The reference says how a member gets coins.' },
  { ids: 'R666', why: 'The reference says what ending a bonus takes back.' },
  { ids: 'R657, R661, R662, R664', why: 'A sentence of the page, which no reply affects.' },
  { ids: 'R601', why: 'A game without an account holds money there, so that nobody counts as a newcomer.' },
  { ids: 'D-66', why: 'The oldest browsers, the same with any backend.' },
  { ids: 'D-75', why: 'The texts of the site, the same with any backend.' },
  { ids: 'D-61', why: 'The reference signs the addresses of files.' },
  { ids: 'D-59, D-60', why: 'The site in the browser’s storage, the same with any backend.' },
  { ids: 'R140, R384, R508', why: 'The specification leaves it open.' },
  { ids: 'R49, R121, R143, R253, R380, R531, D-51', why: 'A build setting decides.' },
  {
    ids: 'R13–R14, R17–R25, R28–R29, R31, R54–R55, R57, R61, R63–R64, R71–R73, R88–R89, R92–R94, R109, R235, R237, R297, R584, D-52, D-53',
    why: 'Look, layout and texts of the client.',
  },
  { ids: 'R418–R507, D-31', why: 'Texts in the locales, the same whoever sends the code.' },
  { ids: 'R26–R27, R32, R65–R69, R78–R79, R292, R294, D-07–D-09', why: 'Routes and guards in the browser.' },
  { ids: 'R15–R16, R35–R36, R50–R52, R198–R203, R296, R644, D-02, D-03, D-05, D-41', why: 'Stored in the browser.' },
  {
    ids: 'R132, R251–R252, R254–R259, R264–R266, R269–R275, R277–R281, R284–R286, R288–R291, D-38, D-49',
    why: 'Checked before a call is sent.',
  },
  {
    ids: 'R45, R123, R130–R131, R241–R244, R298–R299, R303, R337, R356, R376, R378–R379, R399–R400, R509–R530, R532, R537–R554, R659, D-35, D-46, D-47, D-54',
    why: 'Constants, formats and controls of the client.',
  },
]

const HEADING = '## On a backend with the specification alone'

/**
 * Returns the last section of `docs/requirements.md`, which lists the ids that tests verify on a backend that
 * implements only the specification.
 */
function toPlainSection(): string {
  const shown = shownOnPlain()
  const ids = OBSERVABLE.filter((id) => shown.has(id))
  const rows = [
    { name: 'shown by a test on the plain backend', ids: ids.join(', ') },
    ...NOT_FOR_PLAIN.map(({ ids, why }) => ({ name: why, ids })),
  ]
  return [
    HEADING,
    '',
    `All ${OBSERVABLE.length} requirements and decisions that a player or a backend can observe, sorted by what shows them there.`,
    '',
    '| test, or the reason why there is none | number | ids |',
    '| --- | ---: | --- |',
    ...rows.map(({ name, ids }) => `| ${name} | ${idsIn(ids).length} | ${ids} |`),
    '',
  ].join('\n')
}

/**
 * Returns `docs/requirements.md` with its generated parts updated: the tests of each requirement, and the last section.
 */
export const renewed = (page: string): string => withTests(page.split(HEADING)[0] ?? '') + toPlainSection()
