import { Context, Layer } from "effect"
import { StatementTenant } from "../sql/shareConnections.ts"
import { RequestCaller } from "./RequestCaller.ts"

/** A request's statements are for the org of its caller; those of anything else share one turn. */
export const requestTenants = Layer.succeed(
  StatementTenant,
  (context) => Context.get(context, RequestCaller)?.caller?.orgId ?? ""
)
