type Attributes = Readonly<Record<string, string | boolean>>

/** An element. Strings become text, whatever they look like. */
export const element = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: ReadonlyArray<Node | string>
): HTMLElementTagNameMap[Tag] => {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(name, value === true ? "" : value)
  }
  made.append(...children)
  return made
}

/** A text of a robot or of people: its direction does not reach beyond it. */
export const isolated = (text: string): HTMLElement => element("bdi", {}, text)

/** A section with a heading, hidden until it is shown. */
export const section = (title: string, ...children: ReadonlyArray<Node>): HTMLElement =>
  element("section", { hidden: true }, element("h2", {}, title), ...children)
