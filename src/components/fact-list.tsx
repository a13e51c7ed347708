import { useId } from 'react'
import { UNKNOWN } from '#src/lib/format.ts'
import css from './fact-list.module.css'
import { Skeleton } from './skeleton.tsx'

/**
 * A name and its value. An undefined value is still loading; an empty one is unknown. `lang` is the language of the
 * value.
 */
export type Fact = { name: string; value: string | undefined; isNumber?: boolean; lang?: string | undefined }

/** A card with names and values, one pair per row. */
export function FactList({ title, facts }: { title?: string; facts: readonly Fact[] }) {
  const id = useId()
  return (
    <section className={css.card} aria-labelledby={title ? id : undefined}>
      {title ? <h2 id={id}>{title}</h2> : null}
      <dl>
        {facts.map(({ name, value, isNumber, lang }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={isNumber ? 'number' : undefined} lang={lang}>
              {value === undefined ? <Skeleton width="m" /> : value || UNKNOWN}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
