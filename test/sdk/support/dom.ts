import { afterAll, beforeAll } from "@effect/vitest"
import { Window } from "happy-dom"

/** A document for React to render into. */
export const window = new Window()

const show = () => Object.assign(globalThis, { window, document: window.document })
const hide = () => {
  for (const name of ["window", "document"]) Reflect.deleteProperty(globalThis, name)
}

// React DOM looks for a document when it is loaded: this file is imported before it.
show()

/** React's scheduler begins its work in a turn of its own, and looks at the window then, with nothing left to do too. */
const quiet = async () => {
  for (let turn = 0; turn < 10; turn++) await new Promise((resume) => setImmediate(resume))
}

/** Gives the tests of a file a document. Files share a process: the next one must not find itself in a browser. */
export const inBrowser = (): void => {
  beforeAll(show)
  afterAll(async () => {
    await quiet()
    hide()
  })
}
