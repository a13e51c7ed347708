import { type BulkheadPolicy, bulkhead, TaskCancelledError } from 'cockatiel'

/**
 * Returns a function that runs attempts with the same key one after the other. It rejects with BulkheadRejectedError if
 * `most` attempts are already waiting, and with TaskCancelledError if an attempt has waited for more than `within` ms.
 */
export function createTurns(most: number, within: number) {
  const queues = new Map<string, BulkheadPolicy>()
  return async function inTurn<T>(key: string, attempt: () => Promise<T>): Promise<T> {
    const queue = queues.get(key) ?? bulkhead(1, most)
    queues.set(key, queue)
    const until = performance.now() + within
    try {
      return await queue.execute(() => {
        if (performance.now() > until) throw new TaskCancelledError('its turn came too late')
        return attempt()
      })
    } finally {
      if (queue.executionSlots === 1 && queue.queueSlots === most) queues.delete(key)
    }
  }
}
