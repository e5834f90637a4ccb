import type { RobotConfigDocument } from "./Document.ts"
import { Findings } from "./Findings.ts"
import { checkGraph } from "./GraphRules.ts"
import type { ConfigIssue } from "./Issues.ts"
import { checkNames } from "./Names.ts"
import { Path } from "./Path.ts"
import type { RosGraph, TypeDefinition } from "./RosGraph.ts"
import { checkStructure } from "./Structure.ts"
import { own } from "./Walk.ts"

/** What a value is held against. */
export interface ValidationContext {
  /** The last introspection; null or absent where the robot was never read. */
  readonly graph?: RosGraph | null
  /** The definitions the cloud knows, by type name. */
  readonly types?: ReadonlyMap<string, TypeDefinition>
  /** False where the text's first line does not hold the header key. */
  readonly headerFirst?: boolean
}

export interface Validated {
  readonly doc: RobotConfigDocument | null
  readonly issues: ReadonlyArray<ConfigIssue>
}

const skip = (findings: Findings, message: string) =>
  findings.add(Path.root, "checks_skipped", message, { warning: true })

/**
 * Everything there is to say of a configuration. `doc` is null exactly when its structure is wrong: a shape, a bound,
 * an order or a rule between the keys of one part. Names and the robot are then not checked, and `checks_skipped` says
 * so. A document with a wrong name or type is still a document, with errors.
 */
export const validate = (value: unknown, context: ValidationContext = {}): Validated => {
  const findings = new Findings()
  if (context.headerFirst === false && own(value, "platform") !== undefined) {
    findings.add(Path.root.child("platform"), "custom", "The first line must be: platform: 1")
  }
  const doc = checkStructure(value, findings)
  if (doc === null) {
    skip(findings, "This is not a configuration document: names, topics, types and fields were not checked.")
    return { doc, issues: findings.issues }
  }
  checkNames(doc, findings)
  if (context.graph) checkGraph(doc, { graph: context.graph, types: context.types ?? new Map() }, findings)
  else skip(findings, "The robot was never introspected: topics, types and fields were not checked.")
  return { doc, issues: findings.issues }
}
