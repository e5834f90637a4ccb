import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { Effect } from "effect"
import type { Fact, Notice } from "./Facts.ts"
import { KeyedListeners, listening } from "./Listeners.ts"
import type { OrgActivityEvent } from "./OrgActivityEvent.ts"
import type { RobotEvent } from "./RobotEvents.ts"

const adding = <Listener>(listeners: Set<Listener>, listener: Listener) =>
  listening(() => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  })

/** The bus of one process: all listeners have run when a call returns, and nothing is missed. */
export const makeInProcessBus = () => {
  const robots = new KeyedListeners<RobotId, RobotEvent>()
  const orgs = new KeyedListeners<OrgId, OrgActivityEvent>()
  const facts = new Set<(fact: Fact) => void>()
  const gaps = new Set<() => void>()

  const announce = (fact: Fact) => {
    for (const listener of facts) listener(fact)
  }

  return {
    tell: (...published: ReadonlyArray<Fact>) => Effect.sync(() => published.forEach(announce)),
    announce: (notice: Notice) => announce(notice),
    onFact: (listener: (fact: Fact) => void) => adding(facts, listener),
    onGap: (listener: () => void) => adding(gaps, listener),
    publish: (event: RobotEvent) => robots.emit(event.robotId, event),
    followUnsafe: (robotId: RobotId, listener: (event: RobotEvent) => void) => robots.add(robotId, listener),
    follow: (robotId: RobotId, listener: (event: RobotEvent) => void) => listening(() => robots.add(robotId, listener)),
    publishActivity: (orgId: OrgId, event: OrgActivityEvent) => orgs.emit(orgId, event),
    followActivity: (orgId: OrgId, listener: (event: OrgActivityEvent) => void) => orgs.add(orgId, listener),
    isActivityFollowed: (orgId: OrgId) => orgs.has(orgId),
    gap: () => {
      for (const listener of gaps) listener()
    }
  }
}
