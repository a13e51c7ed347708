import en from '#locales/en.json?devices'
import la from '#locales/la.json?devices'
import th from '#locales/th.json?devices'
import { addTexts } from './i18n.ts'

addTexts({ th, la, en })
