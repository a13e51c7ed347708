import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { chatMachine } from '#machines/chat.machine.ts'
import { chatBoxMachine } from '#machines/chat-box.machine.ts'
import { chatHistoryMachine } from '#machines/chat-history.machine.ts'
import { chatLineMachine } from '#machines/chat-line.machine.ts'
import { ChatPanel } from '#src/features/chat/chat-panel.tsx'
import { frozen } from '#tests/kit/frozen.ts'
import { speakThai } from '#tests/kit/thai.ts'

beforeAll(speakThai)

function open() {
  const logic = frozen(chatMachine, {
    chatHistory: frozen(chatHistoryMachine, { chatLine: frozen(chatLineMachine) }),
    chatBox: frozen(chatBoxMachine),
  })
  const actor = createActor(logic, { input: { kept: [], draft: '' } }).start()
  onTestFinished(() => void actor.stop())
  const onClose = vi.fn()
  return { ...render(<ChatPanel actor={actor} onClose={onClose} />), onClose, panel: screen.getByRole('dialog') }
}

/** A fake `visualViewport`: the area of the page that the keyboard leaves visible, in px. */
class Seen extends EventTarget {
  height = 600
  offsetTop = 0
  change(height: number, offsetTop: number, type: 'resize' | 'scroll') {
    Object.assign(this, { height, offsetTop })
    act(() => void this.dispatchEvent(new Event(type)))
  }
}

test('on a phone the chat panel fits above the keyboard (R62)', () => {
  const seen = new Seen()
  vi.stubGlobal('visualViewport', seen)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { panel, unmount } = open()
  const place = () => {
    const { top, height } = panel.getBoundingClientRect()
    return [top, height]
  }
  for (const animation of panel.getAnimations()) animation.finish()
  expect(place()).toEqual([0, 600])
  seen.change(320, 0, 'resize')
  expect(place()).toEqual([0, 320])
  seen.change(320, 48, 'scroll')
  expect(place()).toEqual([48, 320])
  expect(screen.getByRole('textbox').getBoundingClientRect().bottom).toBeLessThanOrEqual(368)
  unmount()
  seen.change(500, 0, 'resize')
  expect(panel.style.getPropertyValue('--seen')).toBe('320px')
})

test('Escape closes the chat panel, unless an input method uses the key (R244)', () => {
  const { onClose } = open()
  const pressEscape = (more: object = {}) =>
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape', keyCode: 27, ...more })
  pressEscape({ isComposing: true })
  pressEscape({ keyCode: 229 })
  expect(onClose).not.toHaveBeenCalled()
  pressEscape()
  expect(onClose).toHaveBeenCalledOnce()
})
