import type { RobotId } from "@fleet/domain/Ids"
import type { RobotConfigDocument } from "@fleet/domain/RobotConfig/Document"
import { Findings } from "@fleet/domain/RobotConfig/Findings"
import { namedTypes } from "@fleet/domain/RobotConfig/GraphRules"
import { judge, type Validated } from "@fleet/domain/RobotConfig/Validate"
import { Effect } from "effect"
import type { ReadText } from "./answerText.ts"
import type { RobotGraphs } from "./RobotGraphs.ts"

/** The document that a text holds; null where it holds none. */
export const documentOf = ({ isDocument, value }: ReadText): RobotConfigDocument | null =>
  isDocument ? (value as RobotConfigDocument) : null

/** The document and issues of a text, held against what is known of its robot. */
export const holdAgainstRobot = (
  graphs: RobotGraphs["Service"],
  robotId: RobotId,
  text: ReadText
): Effect.Effect<Validated> => {
  const doc = documentOf(text)
  const findings = new Findings(text.found)
  if (doc === null) return Effect.succeed(judge({ doc, findings }, null))
  return Effect.map(graphs.known(robotId, namedTypes(doc)), (robot) => judge({ doc, findings }, robot))
}
