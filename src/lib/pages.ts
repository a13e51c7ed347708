/** The member's pages. Only these are valid return addresses after a login. Source: R67, D-09. */
export const USER_PAGES = [
  '/user/home',
  '/user/profile',
  '/user/bonus',
  '/user/statement',
  '/user/contact',
  '/user/spin',
  '/user/care',
] as const

/**
 * The addresses that a login may return to: the member's pages, and the contact page with the chat open. Source: R67,
 * R244, D-09.
 */
export const WAYS_BACK = [...USER_PAGES, '/user/contact?chat=open'] as const

/**
 * Returns the address to return to after a login that starts from this page; undefined if it is not a member's page.
 */
export const wayBack = ({ href, pathname }: { href: string; pathname: string }) => {
  const to = (place: string) => WAYS_BACK.find((way) => way === place)
  return to(href) ?? to(pathname)
}
