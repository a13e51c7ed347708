import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { MINUTE } from '#contract/time-check.ts'
import type { visitMachine } from '#machines/visit.machine.ts'
import { Alert } from '#src/components/alert.tsx'
import { Button } from '#src/components/button.tsx'
import { ButtonLink } from '#src/components/button-link.tsx'
import { FactList } from '#src/components/fact-list.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import '#src/lib/care-texts.ts'
import css from './care.module.css'
import { spentIn } from './spent.ts'
import { useResults } from './use-results.ts'

type Props = { actor: ActorRefFrom<typeof visitMachine> }

/**
 * Shows a member how long they have been here, and how much they have won and lost in that time, with a link to the
 * statement. Source: R591–R593.
 */
export function VisitAlert({ actor }: Props) {
  const { t } = useTexts()
  const resultsOf = useResults()
  const isShown = useSelector(actor, (s) => s.hasTag('reminds'))
  const all = useSelector(actor, (s) => Math.floor((s.context.now - s.context.startedAt) / MINUTE))
  const position = useSelector(actor, (s) => s.context.position)
  if (!isShown) return null
  const goOn = () => actor.send({ type: 'visit.goOn' })
  const { form, spent } = spentIn(all)
  return (
    <Alert
      icon="clock"
      tone="cool"
      title={t('care.visit.title')}
      text={t(`care.visit.${form}`, spent)}
      actions={
        <>
          <Button tone="quiet" onClick={() => actor.send({ type: 'visit.leave' })}>
            {t('nav.logout')}
          </Button>
          <Button tone="metal" onClick={goOn}>
            {t('care.visit.goOn')}
          </Button>
        </>
      }
      onClose={goOn}
    >
      <div className={css.question}>
        {position ? (
          <FactList facts={resultsOf(position)} />
        ) : (
          <Note tone="wait">
            <NoBreakText text={t('care.visit.unknown')} />
          </Note>
        )}
        {/* a member who opens the statement has chosen to continue */}
        <ButtonLink to="/user/statement" tone="quiet" size="s" wide onClick={goOn}>
          {t('page.statement')}
        </ButtonLink>
      </div>
    </Alert>
  )
}
