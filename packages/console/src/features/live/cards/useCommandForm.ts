import type { DescribedExposure } from "@fleet/sdk"
import { useMemo } from "react"
import { formOf } from "../../../robot/typedCommands.ts"
import type { CommandEntry } from "../liveDocument.ts"
import type { CommandFormProps } from "../parameters/CommandForm.tsx"
import { parametersOf } from "../parameters/Parameter.ts"

export interface CommandCardProps {
  readonly robotId: string
  readonly exposure: DescribedExposure
  readonly entry: CommandEntry
  /** Why the robot takes no command now. */
  readonly blocked: string | undefined
  readonly isOnline: boolean
}

/** What the form of every command is made of: its parameters, its message, and why it cannot be sent. */
export const useCommandForm = ({
  blocked,
  entry,
  exposure,
  robotId
}: CommandCardProps): Pick<CommandFormProps, "blocked" | "id" | "message" | "parameters"> => {
  const parameters = useMemo(
    () => parametersOf(exposure.input_schema, entry.parameters),
    [exposure.input_schema, entry.parameters]
  )
  return { id: formOf(robotId, exposure.slug), parameters, message: entry.message, blocked }
}
