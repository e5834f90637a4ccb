import { checkDatapoint } from "./DatapointRules.ts"
import type { RobotConfigDocument } from "./Document.ts"
import type { Findings } from "./Findings.ts"
import { checkMessages } from "./MessageRules.ts"
import { checkParameter } from "./ParameterRules.ts"
import { Path } from "./Path.ts"
import { checkShape } from "./Shape.ts"
import { entriesOf, own, walk } from "./Walk.ts"

const isJson = (value: unknown): boolean =>
  typeof value === "number" ? Number.isFinite(value) : ["string", "boolean", "object"].includes(typeof value)

const checkLowBandwidth = (lowBandwidth: unknown, path: Path, findings: Findings): void => {
  const enter = own(lowBandwidth, "enter_lag_ms")
  const exit = own(lowBandwidth, "exit_lag_ms")
  if (typeof enter === "number" && typeof exit === "number" && exit > enter) {
    findings.add(path.child("exit_lag_ms"), "custom", "exit_lag_ms must be at or below enter_lag_ms.")
  }
}

const checkRecorder = (recorder: unknown, path: Path, findings: Findings): void => {
  const topics = own(recorder, "topics")
  if (!Array.isArray(topics)) return
  const seen = new Set<unknown>()
  for (const [index, entry] of topics.entries()) {
    const topic = own(entry, "topic")
    if (typeof topic !== "string") continue
    if (seen.has(topic))
      findings.add(path.at("topics", index, "topic"), "custom", `${topic} is in the recorder already.`)
    seen.add(topic)
  }
}

/** Null is refused at every depth, and what JSON cannot carry with it. */
const checkValues = (value: unknown, root: Path, findings: Findings): void => {
  for (const [inner, path] of walk(value, root)) {
    if (findings.full) return
    if (inner === null) {
      findings.add(path, "explicit_null", "Null is not allowed; leave the key out.")
    } else if (!isJson(inner)) {
      findings.add(path, "invalid_type", "Expected a finite number, a string, a boolean, a list or a map.", {
        alone: true
      })
    }
  }
}

/** Shape, bounds, and the rules between the keys of one part. The document when nothing is found, else null. */
export const checkStructure = (value: unknown, findings: Findings): RobotConfigDocument | null => {
  const root = Path.root
  for (const [slug, datapoint] of entriesOf(own(value, "datapoints"))) {
    checkDatapoint(datapoint, root.at("datapoints", slug), findings)
  }
  for (const section of ["actions", "services", "publishers"]) {
    for (const [slug, command] of entriesOf(own(value, section))) {
      for (const [name, parameter] of entriesOf(own(command, "parameters"))) {
        checkParameter(parameter, root.at(section, slug, "parameters", name), findings)
      }
    }
  }
  checkMessages(value, root, findings)
  checkLowBandwidth(own(value, "low_bandwidth"), root.child("low_bandwidth"), findings)
  checkRecorder(own(value, "recorder"), root.child("recorder"), findings)
  const shaped = checkShape(value, root, findings)
  checkValues(value, root, findings)
  return shaped && !findings.failed ? value : null
}
