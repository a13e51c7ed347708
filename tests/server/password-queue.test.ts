import { expect, it, vi } from 'vitest'
import { inPasswordQueue, passwordQueue } from '#server/domain/password.ts'

vi.mock('node:os', async (original) => ({ ...(await original<object>()), availableParallelism: () => 64 }))

it('password hashing leaves one of Node’s threads free for files, regardless of the number of cores', async () => {
  let end = () => {}
  const held = new Promise<void>((done) => {
    end = done
  })
  const changes = Array.from({ length: 10 }, () => inPasswordQueue(() => held))
  expect(passwordQueue()).toEqual({ running: 3, waiting: 7 })
  end()
  await Promise.all(changes)
})
