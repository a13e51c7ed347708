import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'

/** Returns the language in the cookie of a request, in capitals, or undefined without a cookie. Source: R16, D-02. */
export const languageIn = (c: Context): string | undefined => getCookie(c, 'lang', 'secure') ?? getCookie(c, 'lang')
