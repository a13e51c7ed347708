/** A form that opens another page. */
export type PostForm = { action: string; method: string; fields: Record<string, string> }

/** The tab for a game whose address is being requested. A window is not plain data, so no context may hold it. */
let tab: Window | null = null

/** Opens an empty tab. Must be called during the press itself, because browsers block later ones. */
export function openTab() {
  closeTab()
  tab = window.open('about:blank', '_blank')
  if (tab) tab.opener = null // the opened page cannot access this one
}

/** Closes the tab again. */
export function closeTab() {
  tab?.close()
  tab = null
}

/** Loads `url` (from safeUrl) in the opened tab; returns false if there is no tab: blocked or closed. */
export function leadTab(url: string): boolean {
  if (!tab || tab.closed) return false
  tab.location.replace(url)
  tab = null
  return true
}

/** Posts a form into the opened tab, or into this one if no tab is open. `action` has been through safeUrl. */
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
  // once the form has its fields, call no method on it: a field may have the method's name
  form.append(...inputs)
  document.body.append(form)
  HTMLFormElement.prototype.submit.call(form)
  document.body.removeChild(form)
}
