import en from '#locales/en.json?coupon'
import la from '#locales/la.json?coupon'
import th from '#locales/th.json?coupon'
import { addTexts } from './i18n.ts'

addTexts({ th, la, en })
