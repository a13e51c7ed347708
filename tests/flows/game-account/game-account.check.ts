import { checkOf } from '#tests/kit/drive.tsx'
import { kept } from '#tests/kit/expect-kept.ts'
import gameAccount, { attempt } from './game-account.screen.tsx'

export default checkOf(gameAccount, kept(attempt))
