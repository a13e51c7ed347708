import { and, eq } from 'drizzle-orm'
import type { passkeyCalls } from '#contract/passkey.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import { members } from '#server/core/schema/members.ts'
import { passkeys } from '#server/core/schema/passkeys.ts'
import { auditedOf } from '#server/domain/audit-log.ts'
import { browserOf } from '#server/domain/browser.ts'
import { closedBy } from '#server/domain/hold.ts'
import { lockedMember } from '#server/domain/own-password.ts'
import {
  ALGORITHMS,
  adding,
  CHALLENGE_TIME,
  challengeFor,
  checkedPasskey,
  confirmingDigest,
  expectPasskeyRoom,
  expectSigned,
  passkeyNotAdded,
  passkeyOf,
  passkeyRefused,
  passkeysOf,
  siteOf,
} from '#server/domain/passkey.ts'
import { proving } from '#server/domain/step-up.ts'
import { logIn } from './account.ts'
import type { Handlers } from './handler.ts'

/** Returns the options with which the browser requests a passkey. */
const request = async (context: HandlerContext, purpose: Parameters<typeof challengeFor>[1]) => ({
  challenge: await challengeFor(context, purpose),
  rpId: siteOf(context).id,
  timeout: CHALLENGE_TIME,
  userVerification: 'required' as const,
})

const own = (all: readonly { credential: string }[]) =>
  all.map(({ credential }) => ({ id: credential, type: 'public-key' as const }))

/** The member's passkeys, and login with a passkey. Source: R620–R627, D-71. */
export const passkeyHandlers: Pick<Handlers, keyof typeof passkeyCalls> = {
  'passkey.list': async (_, { db, owner }) => ({
    passkeys: (await passkeysOf(db, owner)).map(({ id, browser, system, createdAt, usedAt }) => ({
      ...{ id, browser, system },
      createdAt: createdAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
  }),

  'passkey.prepare': {
    before: async ({ password }, outer) => {
      const proved = await proving(outer, { name: 'passkey.prepare', input: {}, password, refused: 'passkey refused' })
      return async (context) => {
        const member = await lockedMember(context)
        await proved(context, member)
        const { id, name, username } = member
        await expectPasskeyRoom(context)
        return {
          challenge: await challengeFor(context, adding(member)),
          rp: siteOf(context),
          user: { id: Buffer.from(id).toString('base64url'), name: username, displayName: name },
          pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
          timeout: CHALLENGE_TIME,
          excludeCredentials: own(await passkeysOf(context.db, id)),
          authenticatorSelection: {
            residentKey: 'required' as const,
            requireResidentKey: true as const,
            userVerification: 'required' as const,
          },
          attestation: 'none' as const,
        }
      }
    },
  },

  /**
   * The password was checked when the challenge was made. The challenge is valid once, for this member and that
   * password. If the member sets a new password in the meantime, the passkey is refused.
   */
  'passkey.add': async (answer, context) => {
    const { db, owner, userAgent, address, now } = context
    const { credential, publicKey, counter } = await checkedPasskey(context, answer, await lockedMember(context))
    await expectPasskeyRoom(context)
    const { browser, system } = browserOf(userAgent, address)
    const added = await db
      .insert(passkeys)
      .values({
        ...{ memberId: owner, credential, publicKey, counter, browser, system },
        createdAt: new Date(now()),
      })
      .onConflictDoNothing()
      .returning({ id: passkeys.id })
    // an authenticator never issues an id twice, but a caller may send the same id twice
    if (added.length === 0) throw passkeyNotAdded(context)
    await auditedOf(context, 'passkey added')
    return {}
  },

  /** Throws NO_DATA if the passkey belongs to another member or does not exist. */
  'passkey.remove': {
    before: async ({ id, password }, outer) => {
      const change = { name: 'passkey.remove', input: { id }, password, refused: 'passkey refused' } as const
      const proved = await proving(outer, change)
      return async (context) => {
        const { db, owner } = context
        await proved(context, await lockedMember(context))
        const removed = await db
          .delete(passkeys)
          .where(and(eq(passkeys.memberId, owner), eq(passkeys.id, id)))
          .returning({ id: passkeys.id })
        if (removed.length === 0) throw new ApiError('NO_DATA', 404)
        await auditedOf(context, 'passkey removed')
        return {}
      }
    },
  },

  /** Throws NO_DATA if the member has no passkey. */
  'passkey.confirm': async ({ digest }, context) => {
    const allowCredentials = own(await passkeysOf(context.db, context.owner))
    if (allowCredentials.length === 0) throw new ApiError('NO_DATA', 404)
    return { ...(await request(context, confirmingDigest(context.owner, digest))), allowCredentials }
  },

  'passkey.challenge': (_, context) => request(context, 'login'),

  /** Throws the same errors as a login with the password, and also records refusals. */
  'account.passkey': async ({ remember, ...answer }, context) => {
    const { db, settings, switches } = context
    if ((await switches(db)).loginClosed) throw new ApiError('LOGIN_FAIL', 403)
    const found = await passkeyOf(context, answer)
    const refuse = async (error: unknown): Promise<never> => {
      if (error instanceof ApiError) await auditedOf(context, 'login refused', found?.memberId ?? null)
      throw error
    }
    if (!found) return refuse(passkeyRefused(context))
    // Locks the member, so that a concurrent password change waits and then also ends this session.
    const [member] = await db.select().from(members).where(eq(members.id, found.memberId)).for('share')
    if (!member) throw new Error('the member of a passkey is gone')
    await expectSigned(context, answer, found, 'login').catch(refuse)
    const closed = closedBy(member, settings)
    if (closed) return refuse(new ApiError(closed, 403, { commits: true }))
    return logIn(context, member.id, remember)
  },
}
