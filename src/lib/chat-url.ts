import { API_URL } from './api-url.ts'

/** Where the line of the chat goes: to the API, unless the build names another origin. Source: R380, D-51. */
export const CHAT_URL: string = import.meta.env.VITE_CHAT_URL || API_URL
