import type { RobotId } from "@fleet/domain/Ids"
import { namedTypes } from "@fleet/domain/RobotConfig/GraphRules"
import { judge, readDocument, type Validated } from "@fleet/domain/RobotConfig/Validate"
import { Effect } from "effect"
import type { RobotGraphs } from "./RobotGraphs.ts"
import type { ParsedYaml } from "./Yaml.ts"

/** The document and issues of a text, held against what is known of its robot. */
export const holdAgainstRobot = (
  graphs: RobotGraphs["Service"],
  robotId: RobotId,
  parsed: ParsedYaml
): Effect.Effect<Validated> => {
  const read = readDocument(parsed.value, parsed)
  if (read.doc === null) return Effect.succeed(judge(read, null))
  return Effect.map(graphs.known(robotId, namedTypes(read.doc)), (robot) => judge(read, robot))
}
