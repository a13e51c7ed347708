import en from '#locales/en.json?passkey'
import la from '#locales/la.json?passkey'
import th from '#locales/th.json?passkey'
import { addTexts } from './i18n.ts'

addTexts({ th, la, en })
