type Names = { nameTH: string; nameEN?: string | undefined }

/** Returns a bank's English name on an English page if the backend sends one, else its Thai name: there is no Lao name. */
export const bankName = ({ nameTH, nameEN }: Names, language: string): string =>
  language === 'en' && nameEN ? nameEN : nameTH
