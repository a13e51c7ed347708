import type { ComponentProps } from 'react'
import css from './button.module.css'
import { type Look, look } from './button.tsx'
import { Icon } from './icon.tsx'

type Props = Omit<ComponentProps<'a'>, 'className'> & Look

/** A link styled as a button. */
export function Anchor({ tone, size, wide, icon, children, ...props }: Props) {
  return (
    <a {...props} {...look({ tone, size, wide })}>
      <span className={css.face}>
        {icon && <Icon name={icon} size="s" />}
        {children}
      </span>
    </a>
  )
}

/** A link, styled as a button, that opens another site in a new tab. The caller must pass `href` through safeUrl. */
export const ButtonOut = ({ icon = 'external', ...props }: Omit<Props, 'target' | 'rel'>) => (
  <Anchor {...props} icon={icon} target="_blank" rel="noopener noreferrer" />
)
