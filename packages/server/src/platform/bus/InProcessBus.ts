import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { Effect } from "effect"
import type { Bus } from "./Bus.ts"
import type { Fact } from "./Facts.ts"
import { KeyedListeners, listening } from "./Listeners.ts"
import type { OrgActivityEvent } from "./OrgActivityEvent.ts"
import type { RobotEvent } from "./RobotEvents.ts"

const adding = <Listener>(listeners: Set<Listener>, listener: Listener) =>
  listening(() => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  })

/** The bus of one process: all listeners have run when a call returns, and nothing is missed. */
export const makeInProcessBus = (): Bus["Service"] & { readonly gap: () => void } => {
  const robots = new KeyedListeners<RobotId, RobotEvent>()
  const orgs = new KeyedListeners<OrgId, OrgActivityEvent>()
  const facts = new Set<(fact: Fact) => void>()
  const gaps = new Set<() => void>()

  const announce = (fact: Fact) => {
    for (const listener of facts) listener(fact)
  }

  return {
    tell: (...published) => Effect.sync(() => published.forEach(announce)),
    announce,
    onFact: (listener) => adding(facts, listener),
    onGap: (listener) => adding(gaps, listener),
    publish: (event) => robots.emit(event.robotId, event),
    followUnsafe: (robotId, listener) => robots.add(robotId, listener),
    follow: (robotId, listener) => listening(() => robots.add(robotId, listener)),
    publishActivity: (orgId, event) => orgs.emit(orgId, event),
    followActivity: (orgId, listener) => orgs.add(orgId, listener),
    isActivityFollowed: (orgId) => orgs.has(orgId),
    gap: () => {
      for (const listener of gaps) listener()
    }
  }
}
