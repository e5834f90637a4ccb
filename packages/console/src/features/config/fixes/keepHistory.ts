import type { Edit } from "../text/edits.ts"
import { entryOf, valueOf, type YamlNode } from "../text/nodes.ts"
import { addEntry } from "../text/write.ts"

/** Time between two recorded values that suits nearly every datapoint, in seconds. */
export const usualIntervalSeconds = 300

/** Whether a datapoint of the text is recorded; undefined where the text has no such datapoint. */
export const isRecordedIn = (root: YamlNode | null, slug: string): boolean | undefined => {
  if (valueOf(root, "datapoints", slug)?.kind !== "map") return undefined
  const enabled = valueOf(root, "datapoints", slug, "retention", "enabled")
  return enabled?.kind === "scalar" && enabled.value === true
}

/** Turns the recording of a datapoint on, as the text is written. Empty where there is no place for it. */
export const keepHistory = (source: string, root: YamlNode | null, slug: string): ReadonlyArray<Edit> => {
  const datapoint = valueOf(root, "datapoints", slug)
  if (datapoint?.kind !== "map") return []
  const retention = entryOf(datapoint, "retention")
  if (retention === undefined) {
    const added = addEntry(
      source,
      datapoint,
      "retention",
      `{ enabled: true, interval_seconds: ${usualIntervalSeconds} }`
    )
    return added === null ? [] : [added]
  }
  const enabled = entryOf(retention.value, "enabled")
  if (enabled?.value != null) return [{ from: enabled.value.from, to: enabled.value.to, insert: "true" }]
  if (retention.value?.kind !== "map") return []
  const added = addEntry(source, retention.value, "enabled", "true")
  return added === null ? [] : [added]
}
