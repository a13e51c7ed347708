import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { isTopDialog, pushDialog } from './dialog-stack.ts'
import css from './modal.module.css'
import { watchFocus } from './watch-focus.ts'

type Props = {
  onClose: () => void
  alert?: boolean | undefined
  /** True if wide screens show the dialog as a panel of full height at their side. */
  isSide?: boolean | undefined
  labelledBy: string
  describedBy?: string | undefined
  children: ReactNode
}

const DOUBLE_TAP = 300
const DOUBLE_CLICK = 500

/**
 * A native modal dialog, open while mounted: a sheet on phones, a panel at 600 px and above, and optionally a side
 * panel at 1200 px and above. Escape, the platform's Back and a press outside the dialog only call `onClose`. When the
 * dialog unmounts, the focus returns to the element that had it before.
 */
export function Modal({ onClose, alert, isSide, labelledBy, describedBy, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const isShown = useRef(false)
  const pressedBeside = useRef(false)
  const openedAt = useRef(0)
  // This must be a layout effect, because the focus can only return while the dialog is still in the page.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    dialog.showModal()
    isShown.current = true
    openedAt.current = performance.now()
    dialog.focus() // focus the dialog itself, because a focused first button would look preselected
    const remove = pushDialog(dialog)
    const endWatch = watchFocus(dialog, () => {
      if (isTopDialog(dialog)) dialog.focus()
    })
    return () => {
      endWatch()
      remove()
      isShown.current = false
      dialog.close()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      tabIndex={-1}
      className={`${css.modal} lit`}
      data-kind={alert ? 'alert' : isSide ? 'side' : undefined}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      // On a second Escape or Back, browsers close the dialog even if the page prevents it. Reopen it, because only the
      // parent component may close it.
      onClose={(event) => {
        if (event.target !== event.currentTarget || event.currentTarget.open) return
        // while the dialog that replaces this one is loading, React hides this one and thereby closes it
        if (!isShown.current) return
        event.currentTarget.showModal()
        onClose()
      }}
      onPointerDown={(event) => {
        // ignore the second tap of a double tap, because it was not meant for the dialog that the first tap opened
        const isSettled = event.timeStamp - openedAt.current > DOUBLE_TAP
        pressedBeside.current = isSettled && event.target === event.currentTarget
      }}
      onClickCapture={(event) => {
        // ignore the second click of a double click, because it was meant for the button that opened the dialog, even
        // if that button is gone
        if (event.detail < 2 || event.timeStamp - openedAt.current > DOUBLE_CLICK) return
        event.preventDefault()
        event.stopPropagation()
      }}
      onClick={(event) => {
        if (pressedBeside.current && event.target === event.currentTarget) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
