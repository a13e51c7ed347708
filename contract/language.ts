/** The product's languages; `la` is Lao. Source: R13. */
export const LANGUAGES = ['th', 'la', 'en'] as const
export type Language = (typeof LANGUAGES)[number]
