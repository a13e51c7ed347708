/** A form that opens another page when it is submitted. */
export type PostForm = { action: string; method: string; fields: Record<string, string> }

/**
 * The tab opened for a game whose address is still being requested. It is kept here because a machine's context may
 * hold only plain data, and a window is not plain data.
 */
let tab: Window | null = null

/** Opens an empty tab. Call it while handling the press, because browsers block tabs that are opened later. */
export function openTab() {
  closeTab()
  tab = window.open('about:blank', '_blank')
  if (tab) tab.opener = null // the opened page cannot access this one
}

/** Closes the tab that {@link openTab} opened. */
export function closeTab() {
  tab?.close()
  tab = null
}

/**
 * Loads `url` in the opened tab. The caller must have passed it through safeUrl. Returns false if that tab was blocked
 * or closed.
 */
export function leadTab(url: string): boolean {
  if (!tab || tab.closed) return false
  tab.location.replace(url)
  tab = null
  return true
}

/**
 * Posts a form into the opened tab, or into this one if no tab is open. The caller must have passed `action` through
 * safeUrl.
 */
export function postForm({ action, method, fields }: PostForm) {
  const form = document.createElement('form')
  form.setAttribute('action', action)
  form.setAttribute('method', method)
  if (tab && !tab.closed) {
    tab.name = 'posted'
    form.setAttribute('target', tab.name)
  }
  tab = null
  const inputs = Object.entries(fields).map(([name, value]) => {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    return input
  })
  // from here on, call no method on the form itself, because a field with the same name would shadow it
  form.append(...inputs)
  document.body.append(form)
  HTMLFormElement.prototype.submit.call(form)
  document.body.removeChild(form)
}
