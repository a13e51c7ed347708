import { checkOf } from '#tests/kit/drive.tsx'
import { kept } from '#tests/kit/expect-kept.ts'
import transfer, { attempt } from './transfer.screen.tsx'

export default checkOf(transfer, kept(attempt))
