import type { PlanName } from "@fleet/domain/Plans"
import { Option } from "effect"
import type { Settings } from "../platform/settings/Settings.ts"

/** The plan that a new organisation begins on: while nothing can be bought, the one without limits. */
export const newOrgPlan = ({ newOrgPlan }: Pick<typeof Settings.Service, "newOrgPlan">): PlanName =>
  Option.getOrElse(newOrgPlan, () => "enterprise")
