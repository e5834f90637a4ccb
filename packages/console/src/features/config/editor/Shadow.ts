/**
 * The root that an editor is mounted in. The styles of CodeMirror are adopted by a shadow root, which the page's
 * content policy allows; in the document they would need an inline style element.
 */
export const shadowOf = (host: HTMLElement): ShadowRoot => host.shadowRoot ?? host.attachShadow({ mode: "open" })

/** A box of its own in the host, that fills it. */
export const mountIn = (host: HTMLElement): { readonly root: ShadowRoot; readonly parent: HTMLElement } => {
  const root = shadowOf(host)
  root.replaceChildren()
  const parent = document.createElement("div")
  parent.style.height = "100%"
  root.append(parent)
  return { root, parent }
}
