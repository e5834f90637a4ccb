import { graphSectionOf, namesOffered, typesOffered } from "../ros.ts"
import { schemasAt } from "../schema/schema.ts"
import { textOf, valueOf } from "../text/nodes.ts"
import type { Place } from "../text/place.ts"
import { scalarText } from "../text/write.ts"
import type { FixInput } from "./fix.ts"

/** Values that suit nearly every robot, for keys that need one. */
const usual: Readonly<Record<string, string>> = {
  platform: "1",
  quiet_timeout_ms: "1000",
  timeout_ms: "500",
  width: "640",
  height: "480",
  fps: "15",
  bitrate_kbps: "1000",
  snapshot_interval_seconds: "10"
}

/** The value that a missing key gets; undefined where only its author can know. */
export const requiredEntry = (
  { robot, root }: FixInput,
  { holder, keys, missing }: Place
): { readonly value: string; readonly lines: ReadonlyArray<string> } | undefined => {
  if (missing === null) return undefined
  const known = usual[missing]
  if (known !== undefined) return { value: known, lines: [] }
  const section = graphSectionOf(keys[0])
  const name = textOf(valueOf(holder, "topic")) ?? textOf(valueOf(holder, "ros_name"))
  const type = textOf(valueOf(holder, "type"))
  if (missing === "type" && name !== undefined) {
    const offered = typesOffered(robot, section, name)
    return offered.length === 1 ? { value: scalarText(offered[0]!), lines: [] } : undefined
  }
  if ((missing === "topic" || missing === "ros_name") && type !== undefined) {
    const offered = namesOffered(robot, section).filter((each) => typesOffered(robot, section, each).includes(type))
    return offered.length === 1 ? { value: scalarText(offered[0]!), lines: [] } : undefined
  }
  if (
    missing === "failsafe" &&
    !(holder?.flow ?? true) &&
    keys[0] === "publishers" &&
    valueOf(root, "publishers") !== null
  )
    return { value: "", lines: ["timeout_ms: 500", "message: {}"] }
  const choices = schemasAt([...keys, missing]).flatMap((each) => each.enum ?? [])
  return choices.length === 1 ? { value: String(choices[0]), lines: [] } : undefined
}
