import type { ReactNode } from 'react'
import { UNKNOWN } from '#src/lib/format.ts'
import css from './description-list.module.css'

type Fact = { name: string; value: ReactNode; isNumber?: boolean; lang?: string | undefined }

/** Names and values side by side in a well, inside a dialog; an empty text is unknown. `lang`: the value's own language. */
export const DescriptionList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={css.facts}>
    {facts.map(({ name, value, isNumber, lang }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className={isNumber ? 'number' : undefined} lang={lang}>
          {value === '' ? UNKNOWN : value}
        </dd>
      </div>
    ))}
  </dl>
)
