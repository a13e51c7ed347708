import refund, { attempt } from './drivers/refund.tsx'
import { drive } from './kit/drive.tsx'
import { kept } from './kit/expect-kept.ts'

drive(refund, kept(attempt))
