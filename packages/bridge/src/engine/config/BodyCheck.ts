import { checkBody } from "@fleet/domain/RobotConfig/BodyTypes"
import type { DeliveredDocument } from "@fleet/domain/RobotConfig/Document"
import type { Exposure } from "@fleet/domain/RobotConfig/Exposures"
import { Findings } from "@fleet/domain/RobotConfig/Findings"
import type { Message } from "@fleet/domain/RobotConfig/Grammar"
import type { ParameterMap } from "@fleet/domain/RobotConfig/Parameter"
import { Path } from "@fleet/domain/RobotConfig/Path"
import type { TypeDefinition } from "@fleet/domain/RobotConfig/RosGraph"
import { bodyOf } from "@fleet/domain/RobotConfig/Template"
import { fieldsOf } from "@fleet/domain/RobotConfig/TypeFields"
import type { ApplyError } from "@fleet/domain/Robots"

type Sender = Extract<Exposure, { readonly kind: "action" | "service" | "publisher" }>

/** Fields that are named at most, and how much of each, so that a report stays small. */
const maxNamed = 5
const maxPath = 120

interface Part {
  readonly where: string
  readonly message: Message | undefined
  readonly parameters: ParameterMap | undefined
}

const partsOf = ({ kind, config }: Sender): ReadonlyArray<Part> => {
  const message = { where: "message", message: config.message, parameters: config.parameters }
  return kind === "publisher"
    ? [message, { where: "failsafe.message", message: config.failsafe.message, parameters: undefined }]
    : [message]
}

const named = (paths: ReadonlyArray<string>): string => {
  const first = paths.slice(0, maxNamed).map((path) => path.slice(0, maxPath).toWellFormed())
  return paths.length > maxNamed ? `${first.join(", ")} and ${paths.length - maxNamed} more` : first.join(", ")
}

const words = (parts: ReadonlyArray<readonly [where: string, paths: ReadonlyArray<string>]>): string =>
  parts
    .filter(([, paths]) => paths.length > 0)
    .map(([where, paths]) => `${where}: ${named(paths)}`)
    .join("; ")

/** Why the robot would refuse every message of an exposure: a field its type lacks, or a value of another type. */
export const bodyFault = (
  doc: DeliveredDocument,
  exposure: Sender,
  definition: TypeDefinition
): Pick<ApplyError, "code" | "message"> | undefined => {
  const found = partsOf(exposure).map(({ where, message, parameters }) => {
    const findings = new Findings()
    const body = message === undefined ? undefined : bodyOf(doc, message)
    if (body !== undefined) checkBody(body, fieldsOf(definition), parameters, Path.root, false, findings)
    return { where, issues: findings.issues }
  })
  const of = (code: "unknown_field_path" | "type_mismatch") =>
    words(
      found.map(({ where, issues }) => [where, issues.filter((issue) => issue.code === code).map(({ path }) => path)])
    )
  const unknown = of("unknown_field_path")
  if (unknown !== "") return { code: "field_path_invalid", message: `${definition.name} has no such field. ${unknown}` }
  const mismatch = of("type_mismatch")
  if (mismatch === "") return undefined
  return { code: "type_mismatch", message: `${definition.name} takes no such value. ${mismatch}` }
}
