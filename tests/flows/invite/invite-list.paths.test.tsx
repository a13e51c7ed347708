import { drive } from '#tests/kit/drive.tsx'
import inviteList from './invite-list.screen.tsx'

drive(inviteList)
