import { drive } from '#tests/kit/drive.tsx'
import { kept } from '#tests/kit/expect-kept.ts'
import inviteBonus, { attempt } from './invite-bonus.screen.tsx'

drive(inviteBonus, kept(attempt))
