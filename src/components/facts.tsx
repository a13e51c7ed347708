import type { ReactNode } from 'react'
import css from './facts.module.css'

type Fact = {
  label: string
  value: ReactNode
  /** The value is digits: number face, unbroken. */
  number?: boolean
}

/** Labels left, values right. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(({ label, value, number }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={number ? 'number' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
