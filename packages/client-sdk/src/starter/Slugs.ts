const reserved: ReadonlySet<string> = new Set(["bridge_state", "robot_details", "history"])
const longest = 63
/** Last parts of names that say nothing alone. */
const vague: ReadonlySet<string> = new Set([
  "data",
  "state",
  "states",
  "status",
  "value",
  "cmd",
  "command",
  "info",
  "raw",
  "get",
  "set"
])

/** Lower-case words joined by single underscores; `maxVel` and `max-vel` are `max_vel`. */
const wordsOf = (text: string): string =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
    .join("_")

/** At least two characters, at most 63, a letter first. */
export const slugOf = (text: string, lead: string): string => {
  const words = wordsOf(text)
  const begun = /^[a-z]/.test(words) ? words : `${lead}_${words}`
  const long = begun.length < 2 ? `${begun}_${lead}` : begun
  return long.slice(0, longest).replace(/_+$/, "")
}

/** Names that no other exposure of the document has. */
export class Slugs {
  readonly #taken = new Set<string>(reserved)

  /** A free slug: the end of a ROS name, more of it where that is vague or taken, a number where all is taken. */
  take(rosName: string, lead: string): string {
    const parts = rosName.split("/").filter((part) => part !== "")
    const shortest = vague.has(wordsOf(parts.at(-1) ?? "")) ? 2 : 1
    for (let count = Math.min(shortest, parts.length); count <= parts.length; count++) {
      const slug = slugOf(parts.slice(-count).join("_"), lead)
      if (!this.#taken.has(slug)) return this.#keep(slug)
    }
    const base = slugOf(parts.join("_"), lead)
    for (let number = 2; ; number++) {
      const ending = `_${number}`
      const slug = `${base.slice(0, longest - ending.length).replace(/_+$/, "")}${ending}`
      if (!this.#taken.has(slug)) return this.#keep(slug)
    }
  }

  #keep(slug: string): string {
    this.#taken.add(slug)
    return slug
  }
}
