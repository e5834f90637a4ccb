import type { PlanName } from "@fleet/domain/Plans"
import { Option } from "effect"
import type { Settings } from "../platform/settings/Settings.ts"

/** The plan that a new organisation begins on: where nothing can be bought, the one without limits. */
export const newOrgPlan = ({
  mollieApiKey,
  newOrgPlan
}: Pick<typeof Settings.Service, "mollieApiKey" | "newOrgPlan">): PlanName =>
  Option.getOrElse(newOrgPlan, () => (Option.isSome(mollieApiKey) ? "basic" : "enterprise"))
