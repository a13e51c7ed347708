/** The member's pages: the only places a login may lead back to. Source: R67, D-09. */
export const USER_PAGES = [
  '/user/home',
  '/user/profile',
  '/user/bonus',
  '/user/statement',
  '/user/contact',
  '/user/spin',
] as const
export type UserPage = (typeof USER_PAGES)[number]

/** True for the path of a member's page. */
export const isUserPage = (path: string): path is UserPage => USER_PAGES.some((page) => page === path)
