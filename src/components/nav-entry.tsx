import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

/**
 * An entry of the navigation: it either links to a page (`to`) or runs an action (`onClick`). `mark` follows the label.
 */
export type NavItem = { icon: IconName; label: string; mark?: ReactNode } & (
  | { to: NonNullable<LinkProps['to']>; onClick?: never }
  | { onClick: () => void; to?: never }
)

type Props = { item: NavItem; className?: string | undefined; icon: boolean; replace?: boolean }

/**
 * Renders a NavItem. The router marks the current page with aria-current. With `replace`, the page replaces the current
 * history entry.
 */
export function NavEntry({ item, className, icon, replace = false }: Props) {
  const face = (
    <>
      {icon && <Icon name={item.icon} />}
      <span>{item.label}</span>
      {item.mark}
    </>
  )
  return item.onClick ? (
    <button type="button" className={className} aria-haspopup="dialog" onClick={item.onClick}>
      {face}
    </button>
  ) : (
    <Link to={item.to} className={className} replace={replace} activeOptions={{ exact: true, includeSearch: false }}>
      {face}
    </Link>
  )
}
