import { drive } from '#tests/kit/drive.tsx'
import { kept } from '#tests/kit/expect-kept.ts'
import refund, { attempt } from './refund.screen.tsx'

drive(refund, kept(attempt))
