import { PlanFeatures, PlanLimits } from "@fleet/domain/Plans"
import { Count } from "@fleet/domain/Wire"
import { Schema, Struct } from "effect"

const { addons, app_oidc } = PlanFeatures.fields

/** What was agreed with one org on enterprise: what it does not name is as in the table. Cents a month, net. */
export const PlanTerms = Schema.Struct({
  limits: PlanLimits.mapFields(Struct.map(Schema.optionalKey)),
  features: Schema.Struct({ app_oidc, addons }).mapFields(Struct.map(Schema.optionalKey)),
  price_cents: Schema.NullOr(Count)
})
export type PlanTerms = typeof PlanTerms.Type
