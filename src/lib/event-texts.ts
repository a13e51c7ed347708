import en from '#locales/en.json?events'
import la from '#locales/la.json?events'
import th from '#locales/th.json?events'
import { addTexts } from './i18n.ts'

addTexts({ th, la, en })
