import type { ReactNode } from 'react'
import css from './badge.module.css'
import { Icon, type IconName } from './icon.tsx'

type Props = {
  tone?: 'plain' | 'good' | 'wait' | 'bad' | 'cool' | 'metal'
  icon?: IconName
  children: ReactNode
}

/** A state in one line: icon and word on a tint. */
export function Badge({ tone = 'plain', icon, children }: Props) {
  return (
    <span className={css.badge} data-tone={tone} data-bare={icon ? undefined : ''}>
      {icon && <Icon name={icon} size="xs" />}
      {children}
    </span>
  )
}
