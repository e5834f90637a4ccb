/** Whether a dialog or a menu is open: Escape closes that first. A browser without popovers knows no such selector. */
export const isCovered = (): boolean => {
  if (document.querySelector("dialog[open], .menu[data-open]") !== null) return true
  try {
    return document.querySelector(":popover-open") !== null
  } catch {
    return false
  }
}
