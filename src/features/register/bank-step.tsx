import { useSelector } from '@xstate/react'
import { type RefObject, useId } from 'react'
import type { ActorRefFrom } from 'xstate'
import { needsEnglishName } from '#contract/bank.ts'
import { CURRENCIES } from '#contract/money.ts'
import { digitsOf } from '#contract/register.ts'
import { readable } from '#contract/rows.ts'
import type { Digits } from '#contract/settings.ts'
import type { registerMachine } from '#machines/register.machine.ts'
import { Field } from '#src/components/field.tsx'
import { FieldError } from '#src/components/field-error.tsx'
import { NameField } from '#src/components/name-field.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { SelectField } from '#src/components/select-field.tsx'
import { UnknownOutcome } from '#src/components/unknown-outcome.tsx'
import { UnreadChoices } from '#src/components/unread.tsx'
import { bankName } from '#src/lib/bank-name.ts'
import { type Translate, useTexts } from '#src/lib/i18n.ts'
import { languageOf } from '#src/lib/language-of.ts'
import { LastButtons } from './last-buttons.tsx'
import css from './register.module.css'
import { StepForm } from './step-form.tsx'

type Props = {
  actor: ActorRefFrom<typeof registerMachine>
  isShown: boolean
  /** The password field of step 3, from which the last step reads the password. */
  password: RefObject<HTMLInputElement | null>
}
type Field4 = 'bankCode' | 'accountNo' | 'firstName' | 'lastName' | 'currency'

const digitsText = (t: Translate, { min, max }: Digits) =>
  min === max ? t('register.accountLength', { n: min }) : t('register.accountDigits', { min, max })

/**
 * Step 4 asks for the bank account and, on a site for Laos, also for its currency. If the chosen bank accepts only an
 * English name, a note says so in advance (assumed). Source: R46–R49, R255, R257–R259, R510.
 */
export function BankStep({ actor, isShown, password }: Props) {
  const { t, language } = useTexts()
  const { bankCode, accountNo, firstName, lastName, currency } = useSelector(actor, (s) => s.context.typed)
  const banks = useSelector(actor, (s) => s.context.banks)
  const digits = useSelector(actor, (s) => digitsOf(bankCode, s.context.settings))
  const isLaos = useSelector(actor, (s) => s.context.isLaos)
  const problem = useSelector(actor, (s) => s.context.problem)
  const failure = useSelector(actor, (s) => s.context.failure)
  const isUnsure = useSelector(actor, (s) => s.matches('unsure'))
  const isBusy = useSelector(actor, (s) => s.matches('creating'))
  const isOver = useSelector(actor, (s) => s.hasTag('over'))
  const isFixed = isBusy || isUnsure || isOver
  const type = (field: Field4) => (event: { target: { value: string } }) =>
    actor.send({ type: 'field.type', field, text: event.target.value })
  const nameError = useId()
  const name = {
    required: true,
    maxLength: 60,
    readOnly: isFixed,
    'aria-invalid': problem === 'name' || undefined,
    'aria-describedby': nameError,
  }
  return (
    <StepForm
      isShown={isShown}
      onSubmit={() =>
        actor.send({
          type: isUnsure ? 'register.check' : 'bank.submit',
          password: password.current?.value ?? '',
        })
      }
    >
      <SelectField
        label={t('register.bank')}
        icon="bank"
        placeholder={t('register.chooseBank')}
        options={readable(banks).map((bank) => {
          const name = bankName(bank, language)
          return { value: bank.code, label: `${name} (${bank.code})`, lang: languageOf(name) }
        })}
        required
        disabled={isFixed}
        value={bankCode}
        onChange={type('bankCode')}
      />
      <UnreadChoices all={banks} />
      <Field
        label={t('register.accountNo')}
        kind="number"
        inputMode="numeric"
        autoComplete="off"
        maxLength={32}
        required
        readOnly={isFixed}
        defaultValue={accountNo}
        onChange={type('accountNo')}
        error={problem === 'account' && digits ? digitsText(t, digits) : undefined}
      />
      <div className={css.name}>
        <NameField label={t('register.firstName')} defaultValue={firstName} onChange={type('firstName')} {...name} />
        <NameField label={t('register.lastName')} defaultValue={lastName} onChange={type('lastName')} {...name} />
        {problem === 'name' ? <FieldError text={t('errorMsg.BANK_ACCOUNT_NAME_ENG')} id={nameError} /> : null}
      </div>
      {isLaos ? (
        <SelectField
          label={t('register.currency')}
          icon="coin"
          options={CURRENCIES.map((each) => ({ value: each, label: `${t(`money.${each}`)} (${each})` }))}
          disabled={isFixed}
          value={currency}
          onChange={type('currency')}
        />
      ) : null}
      <Note tone={isUnsure ? 'wait' : 'cool'}>
        {isUnsure ? (
          <UnknownOutcome text={t('register.unsure')} failure={failure} />
        ) : (
          <NoBreakText text={t(needsEnglishName(bankCode) ? 'bank.englishNote' : 'register.bankNote')} />
        )}
      </Note>
      <LastButtons
        label={t('register.submit')}
        busyText={t('register.creating')}
        isBusy={isBusy}
        isUnsure={isUnsure}
        isOver={isOver}
        onLogin={() => actor.send({ type: 'register.login' })}
      />
    </StepForm>
  )
}
