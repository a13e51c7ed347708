import { checkOf } from '#tests/kit/drive.tsx'
import { kept } from '#tests/kit/expect-kept.ts'
import refund, { attempt } from './refund.screen.tsx'

export default checkOf(refund, kept(attempt))
