import { describe, expect, test } from 'vitest'
import { chatMachine } from '#machines/chat.machine.ts'
import { registerMachine } from '#machines/register.machine.ts'
import { sessionMachine } from '#machines/session.machine.ts'
import { chartOf, eventText } from '#src/inspect/receiver/definition.ts'
import { draw, pathOf, wrap } from '#src/inspect/receiver/layout.ts'
import { activeIn, valueText } from '#src/inspect/receiver/world.ts'

const json = ({ config }: { config: object }) =>
  JSON.stringify(config, (_, value) => (typeof value === 'function' ? { type: value.name } : value))
const chart = (machine: { config: object }) => {
  const found = chartOf(json(machine))
  if (!found) throw new Error('no chart')
  return found
}

describe('a chart', () => {
  test('contains every state, and a labelled arrow for every transition between two states', () => {
    const { root, arrows } = chart(registerMachine)
    expect(root.children.map(({ key }) => key)).toEqual(Object.keys(registerMachine.states))
    expect(
      arrows.find(({ from, to }) => from === 'creating' && to === 'unsure')?.lines.map(({ text }) => text),
    ).toEqual(['account.create failed [isUnknown]'])
    expect(root.children.find(({ key }) => key === 'profile')).toMatchObject({
      runs: ['sources'],
      stays: [
        { text: 'field.type' },
        { text: 'profile.submit [isWrong]' },
        { text: 'sources.read' },
        { text: 'password.type' },
        { text: 'invite.drop' },
      ],
    })
  })

  test('resolves transition targets into a state, out of a state and by id, like XState', () => {
    const ways = chart(sessionMachine).arrows.map(({ from, to }) => `${from}→${to}`)
    expect(ways).toEqual(expect.arrayContaining(['asking→guest.login', 'guest.login→signingIn', 'guest→guest.login']))
  })

  test.each([registerMachine, sessionMachine, chatMachine])(
    'is drawn without overlapping boxes or labels: $id',
    (machine) => {
      const { boxes, arrows } = draw(chart(machine))
      const over = (one: Rect, other: Rect) =>
        one.x < other.x + other.width &&
        other.x < one.x + one.width &&
        one.y < other.y + other.height &&
        other.y < one.y + one.height
      type Rect = { x: number; y: number; width: number; height: number }
      const leaves = boxes.filter(({ state }) => state.children.length === 0)
      const things = [
        ...leaves.map((box) => ({ name: box.state.path, rect: box })),
        ...arrows.map(({ from, to, label }) => ({ name: `${from}→${to}`, rect: label })),
      ]
      const pairs = things.flatMap((one, at) =>
        things.slice(at + 1).flatMap((other) => (over(one.rect, other.rect) ? [`${one.name} ${other.name}`] : [])),
      )
      expect(pairs).toEqual([])
    },
  )

  test('does not exist for an actor without states', () => {
    expect([chartOf(null), chartOf('{"id":"clock"}')]).toEqual([null, null])
  })

  test('formats event names, wraps labels, draws lines and lists the active states', () => {
    expect(
      ['xstate.done.actor.otp.send', 'xstate.after.REDIRECT.register.registered', '', 'xstate.init', 'tab.show'].map(
        eventText,
      ),
    ).toEqual(['otp.send done', 'after REDIRECT', 'always', null, 'tab.show'])
    expect(wrap('one two three', 7)).toEqual(['one two', 'three'])
    expect(
      pathOf([
        { x: 0, y: 0 },
        { x: 1, y: 1 },
      ]),
    ).toBe('M0,0L1,1')
    expect(activeIn({ panel: { open: 'seen' }, hint: 'none' })).toEqual([
      'panel',
      'panel.open',
      'panel.open.seen',
      'hint',
      'hint.none',
    ])
    expect(valueText({ panel: { open: 'seen' }, hint: 'none' })).toBe('panel.open.seen · hint.none')
  })
})
