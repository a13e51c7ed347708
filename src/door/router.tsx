import { type ComponentProps, createContext, type MouseEvent, type ReactNode, use } from 'react'

/** Opens another place by the router; with a `state` it is an entry of its own in the history. */
export type Leave = (to: string, state?: { overlay: true }) => void

/** Does the router's work before it has loaded: the place on screen, the page in the layout, and the way to another place. */
export const DoorContext = createContext<{ at: string; page: ReactNode; leave: Leave }>({
  at: '',
  page: null,
  leave: () => {},
})

type Props = Omit<ComponentProps<'a'>, 'href'> & { to: string; replace?: boolean; activeOptions?: object }

/** Replaces the router's link in the views of the door. */
export function Link({ to, replace: _, activeOptions: __, ...props }: Props) {
  const { at, leave } = use(DoorContext)
  function go(event: MouseEvent<HTMLAnchorElement>) {
    // what opens a tab or a window is the browser's
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (to !== at) leave(to)
  }
  return <a {...props} href={to} onClick={go} aria-current={to === at ? 'page' : undefined} />
}

/** Replaces the router's outlet. */
export const Outlet = () => use(DoorContext).page
