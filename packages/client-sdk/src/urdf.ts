/** A joint of a URDF that moves. Its limits are radians, or metres where it slides; null where it has none. */
export interface RobotJoint {
  readonly name: string
  readonly type: string
  readonly lower: number | null
  readonly upper: number | null
  /** The joint whose position this one follows. */
  readonly mimics: string | null
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

type Attributes = ReadonlyMap<string, string>

const attributesOf = (tag: string): Attributes =>
  new Map(
    Array.from(tag.matchAll(/\s([^\s="'/]+)\s*=\s*("[^"]*"|'[^']*')/g), ([, name, quoted]) => [
      name!,
      quoted!.slice(1, -1).replaceAll(/&(\w+);/g, (all, entity) => entities[entity] ?? all)
    ])
  )

/** Where the tag that begins at `from` ends, outside of its quotes; -1 where it does not. */
const tagEnd = (text: string, from: number): number => {
  const stop = /["'>]/g
  for (stop.lastIndex = from; ;) {
    const found = stop.exec(text)
    if (found === null || found[0] === ">") return found?.index ?? -1
    const close = text.indexOf(found[0], stop.lastIndex)
    if (close === -1) return -1
    stop.lastIndex = close + 1
  }
}

const number = (attributes: Attributes, name: string): number => {
  const value = Number.parseFloat(attributes.get(name) ?? "0")
  return Number.isFinite(value) ? value : 0
}

/** The joints that move, in the order of the URDF. A joint without a type belongs to a transmission or a plugin. */
export const readJoints = (urdf: string): ReadonlyArray<RobotJoint> => {
  const joints: Array<RobotJoint> = []
  let open: { -readonly [Key in keyof RobotJoint]: RobotJoint[Key] } | null = null
  for (let at = urdf.indexOf("<"); at !== -1; at = urdf.indexOf("<", at)) {
    const isComment = urdf.startsWith("<!--", at)
    const end = isComment ? urdf.indexOf("-->", at) : tagEnd(urdf, at)
    if (end === -1) break
    const tag = isComment ? "" : urdf.slice(at, end)
    at = end
    const name = /^<(\/?joint|limit|mimic)(?![^\s/])/.exec(tag)?.[1]
    if (name === undefined) continue
    const attributes = attributesOf(tag)
    if (name.endsWith("joint")) {
      const [joint, type] = [attributes.get("name"), attributes.get("type") ?? "fixed"]
      open = null
      if (joint !== undefined && type !== "fixed") {
        open = { name: joint, type, lower: null, upper: null, mimics: null }
        joints.push(open)
      }
    } else if (open !== null && name === "mimic") open.mimics = attributes.get("joint") ?? null
    else if (open !== null && open.type !== "continuous") {
      open.lower = number(attributes, "lower")
      open.upper = number(attributes, "upper")
    }
  }
  return joints
}
