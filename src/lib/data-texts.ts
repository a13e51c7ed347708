import en from '#locales/en.json?data'
import la from '#locales/la.json?data'
import th from '#locales/th.json?data'
import { addTexts } from './i18n.ts'

addTexts({ th, la, en })
