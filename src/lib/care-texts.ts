import en from '#locales/en.json?care'
import la from '#locales/la.json?care'
import th from '#locales/th.json?care'
import { addTexts } from './i18n.ts'

addTexts({ th, la, en })
