import { Bus } from "@fleet/server/platform/bus/Bus"
import type { Fact } from "@fleet/server/platform/bus/Facts"
import { Effect, Layer } from "effect"

/** The services of a server whose bus tells nobody of facts of these types, as if every one of them was lost. */
export const withoutFacts = <A, E, R>(app: Layer.Layer<A, E, R>, types: ReadonlyArray<Fact["type"]>) =>
  Layer.effectDiscard(
    Effect.map(Bus, (bus) => {
      const { broadcastAndWait } = bus
      Object.assign(bus, {
        broadcastAndWait: (...facts: ReadonlyArray<Fact>) =>
          broadcastAndWait(...facts.filter(({ type }) => !types.includes(type)))
      })
    })
  ).pipe(Layer.provideMerge(app))
