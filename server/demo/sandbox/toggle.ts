import { html } from 'hono/html'

/** A list item with a switch that submits a form. */
export const toggle = (action: string, name: string, label: string, isOn: boolean) => html`<li>
  <form method="post" action="${action}" class="line switch">
    <input type="hidden" name="name" value="${name}">
    <span>${label}: <strong>${isOn ? 'on' : 'off'}</strong></span>
    <button name="isOn" value="${String(!isOn)}" class="quiet" aria-label="Turn ${isOn ? 'off' : 'on'}: ${label}">
      Turn ${isOn ? 'off' : 'on'}
    </button>
  </form>
</li>`
