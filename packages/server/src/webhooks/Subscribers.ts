import type { OrgId } from "@fleet/domain/Ids"
import { Effect, type Scope } from "effect"
import { Bus } from "../platform/bus/Bus.ts"
import { TwoGenerations } from "../platform/cache/twoGenerations.ts"
import { everySync } from "../platform/schedule/every.ts"
import type { Subscriber } from "./WebhookStore.ts"

/** Orgs whose webhooks are remembered, at most. */
const capacity = 10_000

/** What is remembered is read anew after so long. */
const remembered = "10 minutes"

/**
 * The enabled webhooks of an org, which most have none of. They are remembered until a fact says that they changed; what
 * is read while such a fact comes is not remembered.
 */
export const makeSubscribers = Effect.fnUntraced(function* (
  read: (orgId: OrgId) => Effect.Effect<ReadonlyArray<Subscriber>>
): Effect.fn.Return<(orgId: OrgId) => Effect.Effect<ReadonlyArray<Subscriber>>, never, Bus | Scope.Scope> {
  const bus = yield* Bus
  const known = new TwoGenerations<OrgId, ReadonlyArray<Subscriber>>(capacity / 2)
  let changes = 0
  const forget = () => {
    changes++
    known.clear()
  }
  yield* everySync(remembered, forget)
  yield* bus.onFact((fact) => {
    if (fact.type !== "webhooks_changed") return
    changes++
    known.delete(fact.orgId)
  }, forget)

  return (orgId) =>
    Effect.suspend(() => {
      const found = known.get(orgId)
      if (found !== undefined) return Effect.succeed(found)
      const before = changes
      return Effect.tap(read(orgId), (subscribers) =>
        Effect.sync(() => {
          if (changes !== before) return
          known.keep(orgId, subscribers)
        })
      )
    })
})
