import { type ComponentProps, createContext, type MouseEvent, type ReactNode, use } from 'react'

/** Opens another address in the app. With a `state`, it adds a history entry, otherwise it replaces the current one. */
export type Leave = (to: string, state?: { overlay: true }) => void

/** Replaces the router until it has loaded: the current address, the page in the layout, and how to open another address. */
export const DoorContext = createContext<{ at: string; page: ReactNode; leave: Leave }>({
  at: '',
  page: null,
  leave: () => {},
})

type Props = Omit<ComponentProps<'a'>, 'href'> & { to: string; replace?: boolean; activeOptions?: object }

/** Replaces the router's link in the door's views. */
export function Link({ to, replace: _, activeOptions: __, ...props }: Props) {
  const { at, leave } = use(DoorContext)
  function go(event: MouseEvent<HTMLAnchorElement>) {
    // the browser handles a click that opens a tab or window
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (to !== at) leave(to)
  }
  return <a {...props} href={to} onClick={go} aria-current={to === at ? 'page' : undefined} />
}

/** Replaces the router's outlet. */
export const Outlet = () => use(DoorContext).page

/** Replaces the router's location. */
export const useLocation = <T,>({ select }: { select: (location: { pathname: string }) => T }): T =>
  select({ pathname: use(DoorContext).at })
