import coupons, { attempt } from './drivers/coupons.tsx'
import { drive } from './kit/drive.tsx'
import { kept } from './kit/expect-kept.ts'

drive(coupons, kept(attempt))
