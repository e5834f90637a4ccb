/** Sets the text of an element by its one text node: nothing is laid out anew but the line it stands in. */
export const writeText = (element: Element, text: string): void => {
  const { firstChild } = element
  if (firstChild instanceof Text && firstChild.nextSibling === null) {
    if (firstChild.data !== text) firstChild.data = text
  } else element.textContent = text
}

/** By so many digits a text may be shorter than its room: a number that swings moves nothing beside it. */
const swing = 3

/**
 * Gives an element room for so many digits, so that writing into it lays out and paints nothing but itself; the style says
 * that it is contained. Without digits it has the room that its text takes. Answers the room that it has now, for the next
 * call.
 */
export const makeRoom = (element: HTMLElement, room: number, digits: number): number => {
  if (digits > 0 && digits <= room && digits > room - swing) return room
  element.style.inlineSize = digits === 0 ? "" : `${digits}ch`
  return digits
}
