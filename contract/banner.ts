import * as v from 'valibot'
import { rows } from './rows.ts'

/** An operator's picture with text below it. Only the component SafeHtml may render `html`. Source: R155. */
export const Banner = v.object({ image: v.string(), html: v.string() })
export type Banner = v.InferOutput<typeof Banner>
export const Banners = rows(Banner)
export type Banners = v.InferOutput<typeof Banners>
