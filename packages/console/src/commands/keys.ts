import { isCovered } from "../kit/isCovered.ts"
import { commandsNow } from "./commands.ts"
import { singleKeys } from "./singleKeys.ts"

/** How long after the first key of a pair the second may come, in milliseconds. */
const pairWithin = 1200

const isText = (target: EventTarget | null): boolean => {
  const element = target instanceof Element ? target : null
  return (
    element?.closest("input:not([type=checkbox],[type=radio],[type=range]), textarea, select, [contenteditable]") !=
    null
  )
}

/** The key of an event as commands write it: `mod+k`, `shift+f8`, `?`. */
export const keyOf = (event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">): string => {
  const key = event.key === " " ? "space" : event.key.toLowerCase()
  const mod = event.ctrlKey || event.metaKey ? "mod+" : ""
  const alt = event.altKey ? "alt+" : ""
  // The shift of a sign is part of the sign.
  const shift = event.shiftKey && key.length > 1 ? "shift+" : ""
  return mod + alt + shift + key
}

/** Where a key goes that starts a pair. */
const pairs = (first: string) => commandsNow().some((command) => command.keys?.startsWith(`${first} `) === true)

/** Runs the command of a key. One listener for the page. */
export const listenForKeys = (): (() => void) => {
  let first: { readonly key: string; readonly at: number } | undefined
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    const key = keyOf(event)
    // It closes what is open, and a key that is prevented would not.
    if (key === "escape" && isCovered()) return
    // In a shadow root, the editor's, the target of the event is its host.
    const typing = isText(event.composedPath()[0] ?? event.target)
    const modal = document.querySelector("dialog[open]") !== null
    const pair = first !== undefined && event.timeStamp - first.at < pairWithin ? `${first.key} ${key}` : undefined
    first = undefined
    const found =
      commandsNow().find((command) => command.keys === pair && pair !== undefined) ??
      commandsNow().find((command) => command.keys === key)
    const plain = !key.includes("mod+") && !/^(?:shift\+)?f\d|escape$/.test(key)
    if (plain && !singleKeys()) return
    if ((typing || modal) && found?.whileTyping !== true) return
    if (found === undefined) {
      if (!typing && plain && pairs(key)) first = { key, at: event.timeStamp }
      return
    }
    event.preventDefault()
    if (found.blocked === undefined) found.run()
  }
  document.addEventListener("keydown", onKey)
  return () => document.removeEventListener("keydown", onKey)
}

const isApple = () => /Mac|iP(?:hone|ad)/.test(navigator.platform)

/** A command's keys as they are printed on a keyboard. */
export const keyText = (keys: string): string =>
  keys
    .split(" ")
    .map((key) =>
      key
        .split("+")
        .map((part) =>
          part === "mod"
            ? isApple()
              ? "⌘"
              : "Ctrl"
            : part === "escape"
              ? "Esc"
              : part === "enter"
                ? "↵"
                : part.length === 1 || /^f\d/.test(part)
                  ? part.toUpperCase()
                  : part[0]!.toUpperCase() + part.slice(1)
        )
        .join(" ")
    )
    .join(" ")
