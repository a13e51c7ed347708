import { checkOf } from '#tests/kit/drive.tsx'
import { kept } from '#tests/kit/expect-kept.ts'
import coupons, { attempt } from './coupons.screen.tsx'

export default checkOf(coupons, kept(attempt))
