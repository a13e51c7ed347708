import type { Edit } from './bundle.ts'

/** A bug to inject into the product, and the law that it breaks. */
export type Bug = { name: string; law: string; edits: readonly Edit[] }

const ATTEMPT = 'machines/lib/attempt.ts'
const STORED = 'src/actors/attempt.ts'
const RECONCILER = 'server/domain/reconciler.ts'
const KEYS = 'server/http/idempotency.ts'
const PENDING = 'src/lib/pending.ts'
const PAYMENT = 'server/domain/payment.ts'
const TRANSFER = 'server/handlers/transfer.ts'
const WITHDRAW = 'server/handlers/withdraw.ts'
const RESERVE = 'await reserve(db, { memberId: owner, wallet, pending, payee, amount, at'

/**
 * Bugs that the laws must detect. Each bug is an edit of the product's source, so the product itself does not contain
 * it.
 */
export const BUGS: readonly Bug[] = [
  {
    // the server treats a repeat as a new change. It refuses the repeat because there is nothing left to move, although
    // the change was made.
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
    name: 'an unknown outcome is reported as refused',
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
        file: PAYMENT,
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
  {
    name: 'a repeat makes the change again',
    law: 'moves once',
    edits: [
      {
        file: KEYS,
        find: 'if (first.reply) return replyIn(first.reply, first.isRefused, key)',
        put: 'if (first.reply) return run(tx).catch(committed)',
      },
    ],
  },
  {
    name: 'the tab keeps nothing',
    law: 'kept until answered',
    edits: [
      {
        file: PENDING,
        find: `return store(place() + name, JSON.stringify({ at, attempt }), 'sessionStorage')`,
        put: 'return void at',
      },
    ],
  },
  {
    name: 'a refusal is shown as done',
    law: 'told done',
    edits: [
      {
        file: ATTEMPT,
        find: `              target: 'refused',
              actions: assign({ outcome: refusedBy }),
            },
            { guard: 'isRepeatable'`,
        put: `              target: 'done',
              actions: assign({ outcome: () => ({ status: 'done', reply: {} }) }),
            },
            { guard: 'isRepeatable'`,
      },
    ],
  },
  {
    name: 'the key is forgotten when no answer comes',
    law: 'kept until answered',
    edits: [
      {
        file: ATTEMPT,
        find: `target: 'unknown', actions: [assign(doubt), 'reportUnknown'] }`,
        put: `target: 'unknown', actions: [assign(doubt), 'reportUnknown', 'clearPending'] }`,
      },
    ],
  },
  {
    name: 'the balance is not read again after a withdrawal',
    law: 'balance read again',
    edits: [
      {
        file: 'machines/withdraw.machine.ts',
        find: `readWallet: sendTo(({ context }) => context.wallet, { type: 'wallet.read' })`,
        put: 'readWallet: () => {}',
      },
    ],
  },
  {
    name: 'the reconciler leaves out operations that are unknown',
    law: 'audit',
    edits: [
      {
        file: 'server/domain/operation.ts',
        find: `export const OPEN = ['sent', 'unknown'] as const`,
        put: `export const OPEN = ['sent'] as const`,
      },
    ],
  },
  {
    name: 'a refused order is booked as done',
    law: 'provider',
    edits: [
      {
        file: RECONCILER,
        find: 'if (found instanceof ApiError) return { results, refusal: found }',
        // the other orders return data that booking them needs
        put: "if (found instanceof ApiError && step.call === 'moveIntoGame') continue\n    if (found instanceof ApiError) return { results, refusal: found }",
      },
    ],
  },
  {
    name: 'an order that is still on its way is booked as refused',
    law: 'provider',
    edits: [
      {
        file: RECONCILER,
        find: `mustSend = found.state === 'never'`,
        put: `if (found.state === 'unknown') return refusalFor(step)
    mustSend = true`,
      },
    ],
  },
  {
    name: 'a payment is booked with the amount of its code',
    law: 'received',
    edits: [
      {
        file: PAYMENT,
        find: 'from: provider, reference, amount }',
        put: 'from: provider, reference, amount: code.amount }',
      },
    ],
  },
  {
    name: 'the seals are not chained',
    law: 'audit',
    edits: [
      {
        file: 'server/domain/seals.ts',
        find: 'const hash = hashOf(key, last.hash, sealed)',
        put: `const hash = hashOf(key, '', sealed)`,
      },
    ],
  },
  {
    name: 'a refused transfer stays in transit',
    law: 'no failure',
    edits: [{ file: TRANSFER, find: ': [accounts.source, from]', put: ': [accounts.transit, from]' }],
  },
  {
    name: 'the statement has no row of a transfer',
    law: 'audit',
    edits: [{ file: TRANSFER, find: 'if (!refusal || isTaken) await record', put: 'if (isTaken) await record' }],
  },
  {
    name: 'loading the page again sends a new key',
    law: 'one key',
    edits: [
      {
        file: PENDING,
        find: '...terms.output, isInDoubt: true }',
        put: `...terms.output, isInDoubt: true, key: 'new-' + Math.random().toString(36).slice(2) }`,
      },
    ],
  },
  {
    name: 'a cancelled code that is paid loses the money',
    law: 'received',
    edits: [
      {
        file: PAYMENT,
        find: 'if (!code) return false',
        put: `if (!code || code.status === 'cancelled' || code.status === 'superseded') return false`,
      },
    ],
  },
  {
    name: 'a message that is sent again counts as another one',
    law: 'shown once',
    edits: [
      {
        file: 'machines/chat-message.machine.ts',
        find: '...(trace ? {} : { clientId }),\n          key,',
        put: '...(trace ? {} : { clientId: newKey() }),\n          key,',
      },
    ],
  },
  {
    name: 'the chat does not ask for what it has missed',
    law: 'no gap',
    edits: [
      {
        file: 'machines/chat-line.machine.ts',
        find: 'return event.reply.last === context.edge',
        put: 'return true',
      },
      {
        file: 'machines/chat-line.machine.ts',
        find: 'return previous !== undefined && previous !== context.heard',
        put: 'return previous === undefined',
      },
      {
        file: 'machines/chat-line.machine.ts',
        find: 'return event.reply.last === edge || event.reply.last === heard',
        put: 'return true',
      },
    ],
  },
  {
    name: 'the chat shows messages in the order of their arrival',
    law: 'in order',
    edits: [
      {
        file: 'machines/lib/chat-messages.ts',
        find: '[...known, ...unknown].sort(byTime)',
        put: '[...known, ...unknown]',
      },
    ],
  },
  {
    name: 'the tab does not keep unsent messages',
    law: 'nothing lost',
    edits: [
      { file: 'src/actors/chat.ts', find: 'storeItem({ clientId, item, trace })', put: 'void [clientId, item, trace]' },
    ],
  },
  {
    name: 'a slip is credited under a reference of its own',
    law: 'received',
    edits: [
      {
        file: 'server/domain/slip.ts',
        find: 'const reference = plainReference(verdict.reference)',
        put: 'const reference = plainReference(verdict.reference) + Math.random()',
      },
    ],
  },
  {
    // the ledger is consistent: there is neither an entry nor a row that needs one
    name: 'a withdrawal is answered as done and not booked',
    law: 'told done',
    edits: [{ file: WITHDRAW, find: RESERVE, put: RESERVE.replace('await', '0 > 1 && await') }],
  },
  {
    // the ledger is consistent: the entry, the withdrawal and the statement row have the same amount
    name: 'less is withdrawn than the player has confirmed',
    law: 'told done',
    edits: [{ file: WITHDRAW, find: RESERVE, put: RESERVE.replace('amount,', 'amount: satang(amount - 100),') }],
  },
]
