import type { Config } from "@fleet/bridge-protocol/CloudMessages"
import { fitsBridge } from "@fleet/bridge-protocol/fitsBridge"
import type { DeliveredDocument } from "@fleet/domain/RobotConfig/Document"
import { type IssueList, withIssue } from "@fleet/domain/RobotConfig/Findings"
import type { ConfigIssue } from "@fleet/domain/RobotConfig/Issues"
import type { Validated } from "@fleet/domain/RobotConfig/Validate"

/** What gives a bridge its configuration. */
export const configFrame = (version: number, doc: DeliveredDocument): typeof Config.Type => ({
  type: "config",
  version,
  doc: { ...doc }
})

const tooBig: ConfigIssue = {
  path: "(document)",
  slug: null,
  code: "too_big",
  message: "With its aliases expanded the document exceeds the 1 MiB that a robot's bridge takes.",
  severity: "error"
}

/** A document with everything that was found, and the errors of it. */
export interface Judged {
  readonly doc: Validated["doc"]
  readonly all: IssueList
  readonly errors: IssueList
}

/** With one more error where no bridge would take the document as this version. */
export const withinFrame = ({ doc, found: { all, errors } }: Validated, version: number): Judged =>
  doc === null || fitsBridge(configFrame(version, doc))
    ? { doc, all, errors }
    : { doc, all: withIssue(all, tooBig), errors: withIssue(errors, tooBig) }
