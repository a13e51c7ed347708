import { API_URL } from './api-url.ts'

/** The origin of the chat's socket: the API's, unless the build sets another one. Source: R380, D-51. */
export const CHAT_URL: string = import.meta.env.VITE_CHAT_URL || API_URL
