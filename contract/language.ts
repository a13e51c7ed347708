/** The languages of the product. `la` is Lao. Source: R13. */
export const LANGUAGES = ['th', 'la', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/**
 * Each language's code for `<html lang>`, Intl and dayjs. The code for Lao is `lo`, because `la` means Latin.
 * Source: D-02.
 */
export const htmlLang = { th: 'th', la: 'lo', en: 'en' } as const satisfies Record<Language, string>
