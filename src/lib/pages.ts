/** The member's pages: the only places a login may lead back to. Source: R67, D-09. */
export const USER_PAGES = [
  '/user/home',
  '/user/profile',
  '/user/bonus',
  '/user/statement',
  '/user/contact',
  '/user/spin',
] as const

/** Where a login may lead back to: a member's page, as it is when the chat is open there. Source: R67, R244, D-09. */
export const WAYS_BACK = [...USER_PAGES, '/user/contact?chat=open'] as const

/** The way back to a place, nothing where that is no member's page. */
export const wayBack = ({ href, pathname }: { href: string; pathname: string }) => {
  const to = (place: string) => WAYS_BACK.find((way) => way === place)
  return to(href) ?? to(pathname)
}
