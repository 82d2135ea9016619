/** The frame of the operators' pages. Everything in them is escaped by Hono's JSX; nothing is written past it. */
import { html } from 'hono/html'
import type { Child } from 'hono/jsx'

/** A whole page. */
export function layout(title: string, content: Child) {
  return html`<!doctype html>${(
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>{title}</title>
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href="/ops/assets/ops.css" />
          <script type="module" src="/ops/assets/live.js"></script>
        </head>
        <body>{content}</body>
      </html>
    )}`
}
