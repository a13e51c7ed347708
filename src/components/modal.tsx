import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { isTopDialog, pushDialog } from './dialog-stack.ts'
import css from './modal.module.css'
import { watchFocus } from './watch-focus.ts'

type Props = {
  onClose: () => void
  alert?: boolean | undefined
  labelledBy: string
  describedBy?: string | undefined
  children: ReactNode
}

const DOUBLE_TAP = 300
const DOUBLE_CLICK = 500

/**
 * A native modal dialog, open while mounted: a sheet on phones, a panel from 600 px. Escape, the platform's Back and a
 * press outside only call `onClose`. On unmounting, focus returns to where it was.
 */
export function Modal({ onClose, alert, labelledBy, describedBy, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const isShown = useRef(false)
  const pressedBeside = useRef(false)
  const openedAt = useRef(0)
  // A layout effect, because focus can only return while the dialog is still in the page.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    dialog.showModal()
    isShown.current = true
    openedAt.current = performance.now()
    dialog.focus() // not its first button, which would look preselected
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
      data-kind={alert ? 'alert' : undefined}
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
      // Browsers close the dialog on a second Escape or Back regardless of the page: reopen it, because only the owner
      // may close it.
      onClose={(event) => {
        if (event.target !== event.currentTarget || event.currentTarget.open) return
        // while the dialog that replaces this one is loading, React hides this one, which closes it
        if (!isShown.current) return
        event.currentTarget.showModal()
        onClose()
      }}
      onPointerDown={(event) => {
        // the second tap of a double tap was not meant for the dialog it opened
        const isSettled = event.timeStamp - openedAt.current > DOUBLE_TAP
        pressedBeside.current = isSettled && event.target === event.currentTarget
      }}
      onClickCapture={(event) => {
        // the second press of a double press was meant for the opener, even if something has replaced it
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
