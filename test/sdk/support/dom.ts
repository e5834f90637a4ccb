import { Window } from "happy-dom"

/** A document for React to render into. Imported before React DOM, which looks for one when it is loaded. */
export const window = new Window()

Object.assign(globalThis, { window, document: window.document })
