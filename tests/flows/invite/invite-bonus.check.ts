import { checkOf } from '#tests/kit/drive.tsx'
import { kept } from '#tests/kit/expect-kept.ts'
import inviteBonus, { attempt } from './invite-bonus.screen.tsx'

export default checkOf(inviteBonus, kept(attempt))
