import type { Developer } from "@fleet/domain/Caller"
import { TierRequired } from "@fleet/domain/Errors"
import { Effect } from "effect"

/** Refuses a developer who is no Owner. */
export const ownersOnly = ({ tier: actual }: Developer): Effect.Effect<void, TierRequired> =>
  actual === "owner" ? Effect.void : Effect.fail(new TierRequired({ details: { required: "owner", actual } }))
