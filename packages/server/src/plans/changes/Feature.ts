import { Effect, Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { every } from "../../platform/schedule/every.ts"
import { PlanChangeMails } from "./PlanChangeMails.ts"
import { PlanChanges } from "./PlanChanges.ts"
import { PlanChangesHttp } from "./PlanChangesHttp.ts"
import { PlanCuts } from "./PlanCuts.ts"
import { PlanCutStore } from "./PlanCutStore.ts"

const DueChanges = Layer.effectDiscard(
  Effect.gen(function* () {
    const changes = yield* PlanChanges
    const cuts = yield* PlanCuts
    yield* every("10 seconds", "changes of plans could not be made", Effect.andThen(changes.runDue, cuts.runDue))
  })
)

/** Changes to a lower plan, and what is removed after them. */
export const planChanges = feature({
  stores: PlanCutStore.layer,
  services: PlanChanges.layer.pipe(Layer.provideMerge(Layer.mergeAll(PlanChangeMails.layer, PlanCuts.layer))),
  background: DueChanges,
  api: PlanChangesHttp
})
