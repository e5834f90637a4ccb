/** Sets the text of an element by its one text node: nothing is laid out anew but the line it stands in. */
export const writeText = (element: Element, text: string): void => {
  const { firstChild } = element
  if (firstChild instanceof Text && firstChild.nextSibling === null) {
    if (firstChild.data !== text) firstChild.data = text
  } else element.textContent = text
}
