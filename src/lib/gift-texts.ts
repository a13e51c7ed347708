import en from '#locales/en.json?gift'
import la from '#locales/la.json?gift'
import th from '#locales/th.json?gift'
import { addTexts } from './i18n.ts'

addTexts({ th, la, en })
