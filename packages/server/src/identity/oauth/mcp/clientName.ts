import { unseen } from "./visibleText.ts"

/** Marks beyond these are heaped upon a letter to reach into other lines. */
const heaped = /(\p{M}{2})\p{M}+/gu

/** The marks between which our sentences put a name. */
const quotes = /["“”„‟«»]/g

/** The longest name that is kept, in characters. */
const maxLength = 200

/** A name that a client gives itself, as it may stand beside words of ours: in one line. Null where nothing is left of it. */
export const clientName = (given: unknown): string | null => {
  if (typeof given !== "string") return null
  const plain = given.replace(unseen, " ").replace(heaped, "$1").replace(quotes, "'")
  const name = plain.replace(/\s+/gu, " ").trim()
  return name === "" ? null : [...name].slice(0, maxLength).join("")
}
