import { useSelector } from '@xstate/react'
import { useId } from 'react'
import type { ActorRefFrom } from 'xstate'
import { type BreakLength, type Care, excludes } from '#contract/care.ts'
import type { careMachine } from '#machines/care.machine.ts'
import { Button } from '#src/components/button.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import css from './care.module.css'

type Props = { actor: ActorRefFrom<typeof careMachine>; care: Care }

/** Shows the break lengths that the member can choose now: short breaks and self-exclusions. Source: R574, R576. */
export function BreakLengths({ actor, care: { lengths, breakUntil } }: Props) {
  const short = lengths.filter((length) => !excludes(length))
  const long = lengths.filter(excludes)
  const { t } = useTexts()
  return (
    <>
      <Lengths
        actor={actor}
        title={breakUntil === null ? t('care.pause') : t('care.longer')}
        text={breakUntil === null ? t('care.pauseText') : t('care.longerText')}
        lengths={short}
      />
      <Lengths actor={actor} title={t('care.exclude')} text={t('care.excludeText')} lengths={long} />
    </>
  )
}

type LengthsProps = Pick<Props, 'actor'> & { title: string; text: string; lengths: readonly BreakLength[] }

/**
 * Shows a button for each break length of one kind. A press asks for confirmation. Renders nothing if there are no
 * lengths.
 */
function Lengths({ actor, title, text, lengths }: LengthsProps) {
  const { t } = useTexts()
  const id = useId()
  const isBusy = useSelector(actor, (s) => s.hasTag('busy'))
  if (lengths.length === 0) return null
  return (
    <section className={css.lengths} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>{text}</p>
      <div>
        {lengths.map((length) => (
          <Button
            key={length}
            aria-haspopup="dialog"
            aria-label={t(excludes(length) ? 'care.excludeOf' : 'care.pauseOf', {
              length: t(`care.length.${length}`),
            })}
            aria-disabled={isBusy}
            onClick={() => actor.send({ type: 'break.ask', length })}
          >
            {t(`care.length.${length}`)}
          </Button>
        ))}
      </div>
    </section>
  )
}
