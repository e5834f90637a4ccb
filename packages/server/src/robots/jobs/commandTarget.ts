import type { CommandTarget } from "@fleet/domain/api/CommandScope"
import type { AllowedSlug } from "../../access/Access.ts"

/** The target of an allowed command. */
export const commandTarget = (slug: string, { granted, kind }: AllowedSlug): CommandTarget => ({
  robotId: granted.robot.id,
  orgId: granted.robot.orgId,
  robotName: granted.robot.name,
  slug,
  kind,
  accessVersion: granted.version
})
