import { checkOf } from '#tests/kit/drive.tsx'
import { kept } from '#tests/kit/expect-kept.ts'
import spin, { attempt } from './spin.screen.tsx'

export default checkOf(spin, kept(attempt))
