import { OrgLocked } from "@fleet/domain/Errors"
import { Effect } from "effect"

/** Refuses in a locked organisation. */
export const refuseLocked = (locked: boolean): Effect.Effect<void, OrgLocked> =>
  locked ? Effect.fail(new OrgLocked({ details: { reason: "payment" } })) : Effect.void
