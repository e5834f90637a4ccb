import { ActionName, ActionWatches } from "@fleet/bridge/engine/jobs/ActionWatches"
import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { recordMaps } from "../support/recordMaps.ts"
import { FakeRobot } from "./support/FakeRobot.ts"

it.effect("of 10,000 actions that were configured once, nothing is kept", () =>
  Effect.gen(function* () {
    const robot = new FakeRobot()
    const { entries, result } = yield* recordMaps(Layer.build(ActionWatches.layer.pipe(Layer.provide(robot.layer))))
    const watches = Context.get(result, ActionWatches)
    const idle = entries()
    for (let index = 0; index < 10_000; index++) {
      const name = new ActionName({ action: `/action_${index}`, type: "demo/action/Dock" })
      yield* Effect.scoped(
        Effect.gen(function* () {
          const [one, other] = [yield* watches.get(name), yield* watches.get(name)]
          assert.strictEqual(one, other)
          if (index === 0) assert.isAbove(entries(), idle)
        })
      )
    }
    assert.strictEqual(entries(), idle)
  }).pipe(Effect.scoped)
)
