import { type ComponentProps, createContext, type MouseEvent, type ReactNode, use } from 'react'

/**
 * Opens another address in the app: as a new history entry if there is a `state`, otherwise in place of the current
 * one.
 */
export type Leave = (to: string, state?: { overlay: true }) => void

/**
 * Replaces the router until it has loaded: provides the current address, the page to render in the layout, and a
 * function that opens another address.
 */
export const DoorContext = createContext<{ at: string; page: ReactNode; leave: Leave }>({
  at: '',
  page: null,
  leave: () => {},
})

type Props = Omit<ComponentProps<'a'>, 'href'> & { to: string; replace?: boolean; activeOptions?: object }

/** Used by the door's views in place of the router's link. */
export function Link({ to, replace: _, activeOptions: __, ...props }: Props) {
  const { at, leave } = use(DoorContext)
  function go(event: MouseEvent<HTMLAnchorElement>) {
    // let the browser handle a click that opens a new tab or window
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (to !== at) leave(to)
  }
  return <a {...props} href={to} onClick={go} aria-current={to === at ? 'page' : undefined} />
}

/** Used by the door's views in place of the router's outlet. */
export const Outlet = () => use(DoorContext).page

/** Used by the door's views in place of the router's `useLocation`. */
export const useLocation = <T,>({ select }: { select: (location: { pathname: string }) => T }): T =>
  select({ pathname: use(DoorContext).at })
