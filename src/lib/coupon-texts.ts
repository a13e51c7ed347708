import en from '#locales/en.json?coupon'
import la from '#locales/la.json?coupon'
import th from '#locales/th.json?coupon'
import { addTexts } from './own-texts.ts'

addTexts({ th, la, en })
