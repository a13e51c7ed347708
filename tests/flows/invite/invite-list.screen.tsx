import th from '#locales/th.json'
import { InviteList } from '#src/features/invite/invite-list.tsx'
import { amounts, listDriver } from '#tests/kit/list-driver.ts'
import model from './invite-list.model.ts'

const { invite } = th

export default listDriver(model, {
  view: (actor) => <InviteList actor={actor} />,
  pages: amounts(),
  empty: invite.empty,
  failed: invite.listFailed,
})
