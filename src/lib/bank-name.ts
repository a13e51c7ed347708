type Names = { nameTH: string; nameEN?: string | undefined }

/** Returns the name of a bank in English on an English page if the backend sends it, else in Thai: there is no Lao name. */
export const bankName = ({ nameTH, nameEN }: Names, language: string): string =>
  language === 'en' && nameEN ? nameEN : nameTH
