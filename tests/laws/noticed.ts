/**
 * The other tests that notice a seeded fault: one that failed when the fault was put into the product; `none` if none
 * of those that were run did. A fault that is not listed was not tried. Found by hand in November 2026: each fault was
 * made a change of `machines/`, `src/` or `server/`, and the tests of its flow were run in the projects `node` and
 * `node-isolated`, or in `wire` for a fault of the server alone.
 */
export const NOTICED: Readonly<Record<string, string>> = {
  'an early answer is believed, and the server judges the login before the key': 'tests/client/request.test.ts',
  'an early answer is believed, and the server judges the site before the key': 'tests/client/request.test.ts',
  'a limit of requests is believed after a request without an answer: playLimit': 'tests/client/request.test.ts',
  'a limit of requests is believed after a request without an answer: limitQuestion': 'tests/client/request.test.ts',
  'a limit of requests is believed after a request without an answer: erasureByPassword':
    'tests/client/request.test.ts',
  'a limit of requests is believed after a request without an answer: qrCreate': 'tests/client/request.test.ts',
  'a limit of requests is believed about a slip that was sent before the page was loaded again':
    'tests/flows/slip-upload/slip-upload.test.ts',
  'checking again sends a new key': 'tests/flows/attempt/attempt.test.ts',
  'loading the page again sends a new key': 'none',
  'the key is not kept': 'none',
  'the key of a withdrawal is not kept': 'none',
  'an unknown outcome of a gift link is reported as refused': 'none',
  'a refusal is shown as done': 'tests/flows/transfer/transfer.test.ts',
  'a done withdrawal is shown as refused': 'tests/flows/withdraw/withdraw.test.ts',
  'an outcome that the player has only seen is shown as done': 'tests/flows/transfer/transfer.test.ts',
  'the balance is not read again': 'none',
  'a collection left in doubt is forgotten': 'none',
  'the page does not read what is stored': 'none',
  'the same slip is sent again with a new key': 'tests/flows/slip-upload/slip-upload.test.ts',
  'a slip without an answer is reported as refused': 'tests/flows/slip-upload/slip-upload.test.ts',
  'a slip that a backend without keys did not answer is reported as arrived':
    'tests/flows/slip-upload/slip-upload.test.ts',
  'a slip without an answer is not kept': 'none',
  'the answer of a passkey confirms another change': 'tests/tools/paths.test.ts',
  'a QR code that may be open is reported as refused': 'tests/flows/qr-deposit/qr-deposit.test.ts',
  'a QR code is reported as cancelled although no answer came': 'tests/flows/qr-deposit/qr-reload.test.ts',
  'a QR code is reported as paid when another code was paid': 'tests/flows/qr-deposit/qr-code.test.ts',
  'the balance is not read again after the payment of a QR code': 'tests/flows/qr-deposit/qr-code.test.ts',
  'a request without an answer is reported as refused': 'tests/flows/step-up/step-up.test.ts',
  'checking a limit again sends a new key': 'tests/flows/play-limit/play-limit.test.ts',
  'a limit without an answer is reported as refused': 'tests/flows/play-limit/play-limit.test.ts',
  'a first limit without an answer is reported as refused': 'tests/flows/limit-question/limit-question.test.ts',
  'checking a registration again sends a new key': 'tests/flows/register/register-account.test.ts',
  'a refused code is taken for verified': 'tests/flows/register/otp.test.ts',
  'a code that was verified before is not taken for verified': 'tests/flows/register/otp.test.ts',
  'a tab does not follow the logout of another one': 'tests/flows/session/session-guard.test.ts',
  'a logout does not end the login at the server': 'none',
  'a guest follows the login of another tab, and the session does not notice': 'none before it was mended',
  'a tab takes over a login without its token': 'tests/flows/session/tabs.test.ts',
  'a change without an answer is forgotten when the login ends': 'none',
  'the key is never forgotten': 'none',
  'an unknown outcome is reported as refused': 'tests/flows/attempt/attempt.test.ts',
  'the balance is not read again when no answer comes': 'tests/flows/attempt/attempt.test.ts',
  'a backend without keys is sent the change again after the page was loaded again':
    'tests/flows/attempt/attempt.test.ts',
  'a backend without keys is trusted to know a withdrawal again': 'tests/flows/attempt/attempt.test.ts',
  'a backend with keys is never asked again': 'tests/flows/attempt/attempt.test.ts',
  'a late answer about an older login ends the new one': 'none',
  'a logout leaves the login of the browser': 'none',
  'the end of a login removes the newer login of another tab': 'tests/flows/session/tabs.test.ts',
}
