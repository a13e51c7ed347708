import type { Edit } from './bundle.ts'

/** A bug that is put into the product, and the law that it breaks. */
export type Bug = { name: string; law: string; edits: readonly Edit[] }

const ATTEMPT = 'machines/lib/attempt.ts'
const STORED = 'src/actors/attempt.ts'
const RECONCILER = 'server/domain/reconciler.ts'
const KEYS = 'server/http/idempotency.ts'

/** Bugs that the laws must notice. Each is a change of the product's source, so none can be in the product itself. */
export const BUGS: readonly Bug[] = [
  {
    // a repeat is judged like a new change: there is nothing left to move, so it is refused although it was made
    name: 'the server forgets keys',
    law: 'told refused',
    edits: [{ file: KEYS, find: 'return taken.length > 0', put: 'return true' }],
  },
  {
    name: 'checking again sends a new key',
    law: 'one key',
    edits: [
      {
        file: ATTEMPT,
        find: `on: { 'attempt.check': 'preparing' }`,
        put: `on: { 'attempt.check': { target: 'preparing', actions: assign({ key: () => 'new-' + Math.random().toString(36).slice(2) }) } }`,
      },
    ],
  },
  {
    name: 'an unknown outcome is told as refused',
    law: 'told refused',
    edits: [
      {
        file: ATTEMPT,
        find: 'isAnswer: ({ context }, failure: Failure) => !leavesDoubt(failure, context.isInDoubt)',
        put: 'isAnswer: () => true',
      },
    ],
  },
  {
    name: 'the server answers before it books the outcome',
    law: 'told done',
    edits: [
      {
        file: RECONCILER,
        find: `if (ended) return await settle(outside, { id, subject: more.subject?.name ?? null }, ended)`,
        put: 'if (ended) return { reply: {} }',
      },
    ],
  },
  {
    name: 'the balance is not read again',
    law: 'balance read again',
    edits: [
      {
        file: 'machines/transfer.machine.ts',
        find: `readWallet: sendTo(({ context }) => context.wallet, { type: 'wallet.read' })`,
        put: 'readWallet: () => {}',
      },
    ],
  },
  {
    name: 'the key is not kept',
    law: 'kept until answered',
    edits: [
      {
        file: STORED,
        find: 'storePending(nameOf(input), { key, input, isRepeatable, before })',
        put: 'void [nameOf, input, key, isRepeatable, before]',
      },
    ],
  },
  {
    name: 'the key is never forgotten',
    law: 'gets on',
    edits: [{ file: STORED, find: 'clearPending(nameOf(input))', put: 'void nameOf(input)' }],
  },
  {
    name: 'each order to a provider has a request of its own',
    law: 'provider',
    edits: [
      {
        file: RECONCILER,
        find: 'gateways.send(step as Step, id)',
        put: 'gateways.send(step as Step, id + Math.random())',
      },
    ],
  },
  {
    name: 'the reconciler books no outcome',
    law: 'audit',
    edits: [{ file: RECONCILER, find: 'if (ended) await settle(outside, row, ended)', put: 'if (ended) return' }],
  },
  {
    name: 'a payment is booked again',
    law: 'moves once',
    edits: [
      {
        file: 'server/domain/payment.ts',
        find: 'from: provider, reference, amount }',
        put: 'from: provider, reference: reference + Math.random(), amount }',
      },
    ],
  },
  {
    name: 'the statement does not show the end of a withdrawal',
    law: 'audit',
    edits: [
      {
        file: 'server/domain/withdrawal.ts',
        find: '.set({ status })',
        put: `.set({ status: 'PENDING' })`,
      },
    ],
  },
]
