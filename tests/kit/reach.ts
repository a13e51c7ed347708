import th from '#locales/th.json'
import { controls, nameOf, plain } from './screen.ts'

/**
 * True for an unselected tab, which players reach with the arrow keys. Only the selected tab of a list is in the tab
 * order.
 */
const isReachedByArrows = (control: HTMLElement) => control.matches('[role=tab][aria-selected=false]')

/** Returns the controls on the screen that Tab does not reach, or reaches out of page order. */
export const outOfTabOrder = (): string[] =>
  controls()
    .filter((control) => control.tabIndex !== 0 && !isReachedByArrows(control))
    .map((control) => `${nameOf(control)} (${control.tabIndex})`)

/** The keyboard and autofill settings of a text field. */
type Filling = readonly [inputMode: string, autocomplete: string]

const { login, register, password } = th
const { limit } = th.care
const NEW_PASSWORD: Filling = ['', 'new-password']
const PLAIN: Filling = ['', 'off']
const FILLINGS: Readonly<Record<string, Filling>> = {
  [login.phone]: ['numeric', 'tel-national'],
  [login.password]: NEW_PASSWORD,
  [register.otp]: ['numeric', 'one-time-code'],
  [register.name]: ['', 'nickname'],
  [register.confirm]: NEW_PASSWORD,
  [register.invite]: PLAIN,
  [register.firstName]: PLAIN,
  [register.lastName]: PLAIN,
  [register.accountNo]: ['numeric', 'off'],
  [password.old]: ['', 'current-password'],
  [password.new]: NEW_PASSWORD,
  [password.confirm]: NEW_PASSWORD,
  [th.bank.name]: PLAIN,
  [th.money.amount]: ['decimal', 'off'],
  [plain(limit.deposit.of.replace('{{period}}', limit.period.day))]: ['decimal', 'off'],
  [th.care.limit.time.field]: ['numeric', 'off'],
  [th.gift.link]: ['url', 'off'],
  [th.promotion.code]: PLAIN,
  [th.chat.write]: ['', ''],
}
/**
 * Machines whose screens have the same labels as the registration but request the credentials of an existing account.
 */
const OF_MEMBERS = ['session', 'care', 'erasure', 'passkey', 'stepUp', 'bankTransfer', 'devices']
const AT_LOGIN: typeof FILLINGS = {
  [login.phone]: ['numeric', 'username webauthn'],
  [login.password]: ['', 'current-password'],
}

const isTextField = (control: HTMLElement): control is HTMLInputElement =>
  control.matches('textarea, input:not([type=checkbox], [type=radio], [type=file])')

/** Returns the new-password fields whose form does not tell password managers which account the password belongs to. */
export const withoutUsername = (): string[] =>
  controls()
    .filter((field): field is HTMLInputElement => field.matches('input[autocomplete=new-password]'))
    .filter(({ form }) => !form?.querySelector<HTMLInputElement>('[autocomplete=username]')?.value)
    .map(nameOf)

/** Returns the text fields on a machine's screen that have the wrong keyboard or autofill setting. */
export function wrongFillings(machine: string): string[] {
  const wanted = OF_MEMBERS.includes(machine) ? { ...FILLINGS, ...AT_LOGIN } : FILLINGS
  const byName = new Map(Object.entries(wanted).map(([label, filling]) => [plain(label), filling.join(' ')]))
  return controls()
    .filter(isTextField)
    .map((field) => ({ name: nameOf(field), filling: [field.inputMode, field.autocomplete].join(' ') }))
    .filter(({ name, filling }) => byName.get(name) !== filling)
    .map(({ name, filling }) => `${name}: ${filling}`)
}
