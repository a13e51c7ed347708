import en from '#locales/en.json?devices'
import la from '#locales/la.json?devices'
import th from '#locales/th.json?devices'
import { i18n } from './i18n.ts'

/** Adds the texts of the devices in all languages: the first page has no room for them. */
function addTexts() {
  for (const [language, texts] of Object.entries({ th, la, en }))
    i18n.addResourceBundle(language, 'translation', texts, true)
}

if (i18n.isInitialized) addTexts()
else i18n.on('initialized', addTexts)
