import { inBrowser, window } from "./dom.ts"
import { FleetProvider } from "@fleet/sdk/react"
import type { FleetClient } from "@fleet/sdk"
import { createElement, type FunctionComponent, StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { vi } from "@effect/vitest"

/** A component on a page, below a provider. */
export interface Rendered extends Disposable {
  readonly text: () => string
  /** Resolves once the page reads so. */
  readonly reads: (text: string) => Promise<void>
  /** Presses the button that has this text. */
  readonly click: (button: string) => void
}

/** Renders a component as React does while developing: it is mounted, unmounted and mounted again. */
export const render = (client: FleetClient, component: FunctionComponent): Rendered => {
  const container = window.document.createElement("main")
  const root = createRoot(container as unknown as Element)
  const provider = createElement(FleetProvider, { client }, createElement(component))
  root.render(createElement(StrictMode, null, provider))
  const text = () => container.textContent
  return {
    text,
    reads: (expected) =>
      vi
        .waitUntil(() => text() === expected, { timeout: 15_000, interval: 5 })
        .then(() => {})
        .catch(() => {
          throw new Error(`The page reads "${text()}", not "${expected}".`)
        }),
    click: (button) => {
      const found = [...container.querySelectorAll("button")].find(({ textContent }) => textContent === button)
      if (found === undefined) throw new Error(`There is no button "${button}".`)
      found.click()
    },
    [Symbol.dispose]: () => root.unmount()
  }
}

export { inBrowser }
