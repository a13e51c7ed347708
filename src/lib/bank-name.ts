type Names = { nameTH: string; nameEN?: string | undefined }

/**
 * Returns the English name of a bank on an English page if the backend sends it, else the Thai one: there is no Lao
 * name.
 */
export const bankName = ({ nameTH, nameEN }: Names, language: string): string =>
  language === 'en' && nameEN ? nameEN : nameTH
