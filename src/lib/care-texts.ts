import en from '#locales/en.json?care'
import la from '#locales/la.json?care'
import th from '#locales/th.json?care'
import { addTexts } from './own-texts.ts'

addTexts({ th, la, en })
