import { layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { gapScenarios } from "./gapScenarios.ts"
import { scenarios } from "./scenarios.ts"
import { oneNode, type Scene } from "./world.ts"

class World extends Context.Service<World, Scene>()("test/scenarios/World") {}

layer(Layer.effect(World, oneNode), { excludeTestServices: true, timeout: "120 seconds" })("on one node", (it) => {
  for (const [title, scenario] of Object.entries({ ...scenarios, ...gapScenarios })) {
    it.effect(title, () => Effect.scoped(Effect.flatMap(World, scenario)))
  }
})
