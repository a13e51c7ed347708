import type { ReactNode } from 'react'
import { UNKNOWN } from '#src/lib/format.ts'
import css from './description-list.module.css'
import { Skeleton } from './skeleton.tsx'

type Fact = { name: string; value: ReactNode; isNumber?: boolean; lang?: string | undefined }

/**
 * Names and values, side by side, in a recessed box inside a dialog. An undefined value is still loading; an empty one
 * is unknown. `lang` is the language of the value.
 */
export const DescriptionList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={css.facts}>
    {facts.map(({ name, value, isNumber, lang }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className={isNumber ? 'number' : undefined} lang={lang}>
          {value === undefined ? <Skeleton width="m" /> : value === '' ? UNKNOWN : value}
        </dd>
      </div>
    ))}
  </dl>
)
