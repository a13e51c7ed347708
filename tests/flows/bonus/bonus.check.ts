import { checkOf } from '#tests/kit/drive.tsx'
import { kept } from '#tests/kit/expect-kept.ts'
import bonus, { attempt } from './bonus.screen.tsx'

export default checkOf(bonus, kept(attempt))
