/** Globs of the code that `npm run mutation:code` judges, by the Vitest project whose tests judge it. */
export const ROOMS: Record<string, readonly string[]> = {
  node: ['contract/*.ts', 'machines/*.ts', 'machines/lib/*.ts'],
  wire: [
    'server/handlers/*.ts',
    'server/domain/{ledger,operation,reconciler,session,turnover,payment,withdrawal,reward,play,care,deposit-limit,play-limit,loss-limit,time-limit,limit-prompt,own-password,passkey,step-up,under-way}.ts',
    'server/http/{call,idempotency,proof}.ts',
  ],
}
