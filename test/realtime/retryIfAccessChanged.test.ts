import { assert, it } from "@effect/vitest"
import { AppId, OrgId, RobotId } from "@fleet/domain/Ids"
import { offline } from "@fleet/domain/Robots"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { makeRetryIfAccessChanged } from "@fleet/server/access/retryIfAccessChanged"
import { DateTime, Effect } from "effect"
import { gapOf } from "../support/gapOf.ts"
import { broadcastNow } from "../support/broadcastNow.ts"

const id = "00000000-0000-4000-8000-000000000000"

it.effect("a decision is taken again when access changes while it is taken, and not otherwise", () =>
  Effect.gen(function* () {
    const bus = yield* Bus
    const retryIfAccessChanged = yield* makeRetryIfAccessChanged
    let taken = 0
    const decide = (changes: number, change: () => void) =>
      Effect.suspend(() => {
        taken = 0
        return retryIfAccessChanged(
          Effect.sync(() => {
            if (taken < changes) change()
            return ++taken
          })
        )
      })
    const access = () => broadcastNow(bus, { type: "app_access_changed", appId: AppId.make(id) })
    const activity = () =>
      bus.publishOrg(OrgId.make(id), {
        type: "activity",
        event: {
          at: DateTime.makeUnsafe(0),
          kind: "audit",
          severity: "info",
          robot_id: null,
          subject: "robot.created",
          detail: null
        }
      })
    const bridge = () =>
      bus.broadcast({ type: "bridge_state", robotId: RobotId.make(id), state: offline, timestampMs: 0 })
    assert.strictEqual(yield* decide(0, access), 1)
    assert.strictEqual(yield* decide(1, access), 2)
    assert.strictEqual(yield* decide(3, access), 4)
    assert.strictEqual(yield* decide(3, activity), 1)
    assert.strictEqual(yield* decide(3, bridge), 1)
    assert.strictEqual(yield* decide(2, () => gapOf(bus)), 3)
  }).pipe(Effect.scoped, Effect.provide(Bus.layer))
)
