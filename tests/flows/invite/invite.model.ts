import { createEmptyActor } from 'xstate'
import { inviteMachine } from '#machines/invite.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { bannersOf } from '#tests/kit/samples/banner.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'

const nobody = createEmptyActor() as never
/** The page where a friend registers. */
export const LINK = 'https://krapao.example/register?code=PRm1'

export default defineModel({
  machine: inviteMachine,
  starts: { 'the player opens the invite dialog': { toasts: nobody } },
  events: {
    'banners.close': { 'the player closes the banners': {} },
    'link.copy': { 'the player copies the link': { link: LINK } },
    'link.share': { 'the player shares the link': { link: LINK } },
    'copy.ended': { 'the text is on the clipboard': { isDone: true } },
  },
  outcomes: {
    'invite.banners': {
      done: { 'two banners': bannersOf(2), 'no banners': [] },
      error: { 'no answer': noAnswer },
    },
  },
  stories: {
    'The player invites a friend': ['the player opens the invite dialog', 'invite.banners answers: no banners'],
  },
  cites: {
    'invite.banners': 'R100, R342',
    'invite.banners answers: no banners': 'R102',
    banners: 'R103, R155',
    'banners.close': 'R103',
    open: 'R7, R104, R122',
    'copy.ended': 'R399',
  },
})
