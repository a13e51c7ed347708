import { html } from 'hono/html'

/** The head of a sandbox page. */
export const head = (title: string) => html`<head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/sandbox/style.css">
  </head>`
