import type { NewPasskey, Passkey, PasskeyOptions, SignedChallenge } from '#contract/passkey.ts'

/** A passkey that was used. */
export const laptop: Passkey = {
  ...{ id: 'laptop', browser: 'Chrome', system: 'Windows' },
  ...{ createdAt: '2026-11-20T01:00:00.000Z', usedAt: '2026-11-21T08:02:00.000Z' },
}
/** A passkey that was never used. */
export const phone: Passkey = {
  ...{ id: 'phone', browser: 'Safari', system: 'iOS' },
  ...{ createdAt: '2026-11-21T08:02:00.000Z', usedAt: null },
}
/** The options with which a browser creates a passkey. */
export const options: PasskeyOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { id: 'krapao.example', name: 'krapao' },
  user: { id: 'bTE', name: '0812345678', displayName: 'Demo Player' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
}
/** A passkey that a browser created. */
export const created: NewPasskey = { id: 'a2V5', clientDataJSON: 'e30', attestationObject: 'oA' }
/** A challenge signed with a passkey. */
export const signed: SignedChallenge = { id: 'a2V5', clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' }
