type Names = { nameTH: string; nameEN?: string | undefined }

/**
 * Returns the bank's English name on an English page, if the backend sends one; otherwise its Thai name. There is no
 * Lao name.
 */
export const bankName = ({ nameTH, nameEN }: Names, language: string): string =>
  language === 'en' && nameEN ? nameEN : nameTH
