import { checkOf } from '#tests/kit/drive.tsx'
import { kept } from '#tests/kit/expect-kept.ts'
import withdraw, { attempt } from './withdraw.screen.tsx'

export default checkOf(withdraw, kept(attempt))
