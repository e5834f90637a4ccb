import type { RobotConfigDocument } from "./Document.ts"
import { Findings, type FoundIssues } from "./Findings.ts"
import { checkGraph, type Introspected } from "./GraphRules.ts"
import type { ConfigIssue } from "./Issues.ts"
import { checkNames } from "./Names.ts"
import { Path } from "./Path.ts"
import type { RosGraph, TypeDefinition } from "./RosGraph.ts"
import { checkStructure } from "./Structure.ts"
import { own } from "./Walk.ts"

/** How a value was written. */
export interface Written {
  /** False where the text's first line does not hold the header key. */
  readonly headerFirst?: boolean
}

/** What a value is held against. */
export interface ValidationContext extends Written {
  /** The last introspection; null or absent where the robot was never read. */
  readonly graph?: RosGraph | null
  /** The definitions the cloud knows, by type name. */
  readonly types?: ReadonlyMap<string, TypeDefinition>
}

export interface Validated {
  readonly doc: RobotConfigDocument | null
  /** The first of what was found. */
  readonly issues: ReadonlyArray<ConfigIssue>
  readonly found: FoundIssues
}

const skip = (findings: Findings, message: string) =>
  findings.add(Path.root, "checks_skipped", message, { warning: true })

/** A value that was read as a document, with what was found wrong so far. `judge` takes it once. */
export interface ReadDocument {
  readonly doc: RobotConfigDocument | null
  readonly findings: Findings
}

/** The document that a value is; null exactly when its structure is wrong: a shape, a bound, an order or a rule between keys of one part. */
export const readDocument = (value: unknown, { headerFirst }: Written = {}): ReadDocument => {
  const findings = new Findings()
  if (headerFirst === false && own(value, "platform") !== undefined) {
    findings.add(Path.root.child("platform"), "custom", "The first line must be: platform: 1")
  }
  return { doc: checkStructure(value, findings), findings }
}

/**
 * Everything there is to say of a configuration that was read, held against what is known of its robot. Names and the robot
 * are not checked where there is no document, and `checks_skipped` says so. A document with a wrong name or type is still a
 * document, with errors.
 */
export const judge = ({ doc, findings }: ReadDocument, robot: Introspected | null): Validated => {
  if (doc === null) {
    skip(findings, "This is not a configuration document: names, topics, types and fields were not checked.")
    return { doc, issues: findings.issues, found: findings.found }
  }
  checkNames(doc, findings)
  if (robot !== null) checkGraph(doc, robot, findings)
  else skip(findings, "The robot was never introspected: topics, types and fields were not checked.")
  return { doc, issues: findings.issues, found: findings.found }
}

/** Both in one, for callers that have everything at hand. */
export const validate = (value: unknown, { graph, types = new Map(), ...written }: ValidationContext = {}): Validated =>
  judge(readDocument(value, written), graph ? { graph, types } : null)
