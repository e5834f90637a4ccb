import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { Effect } from "effect"
import type { Fact, Notice } from "./Facts.ts"
import { KeyedListeners, listening } from "./Listeners.ts"
import type { OrgMessage, OrgMessageOf } from "./OrgMessages.ts"
import type { RobotEvent } from "./RobotEvents.ts"

const adding = <Listener>(listeners: Set<Listener>, listener: Listener) =>
  listening(() => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  })

/** The bus of one process: all listeners have run when a call returns, and nothing is missed. `gap` says otherwise. */
export const makeInProcessBus = () => {
  const robots = new KeyedListeners<RobotId, RobotEvent>()
  // By type first: each sample asks whether its org's activity is followed, and must not build a key for that.
  const orgs: Readonly<Record<OrgMessage["type"], KeyedListeners<OrgId, OrgMessage>>> = {
    activity: new KeyedListeners(),
    health: new KeyedListeners(),
    live_session_ended: new KeyedListeners()
  }
  const facts = new Set<(fact: Fact) => void>()
  const gaps = new Set<() => void>()

  const broadcast = (fact: Fact) => {
    for (const listener of facts) listener(fact)
  }

  return {
    broadcastAndWait: (...published: ReadonlyArray<Fact>) => Effect.sync(() => published.forEach(broadcast)),
    broadcast: (notice: Notice) => broadcast(notice),
    onFact: (onEach: (fact: Fact) => void, missed: () => void) =>
      Effect.andThen(adding(facts, onEach), adding(gaps, missed)),
    onGap: (missed: () => void) => adding(gaps, missed),
    publishRobot: (event: RobotEvent) => robots.emit(event.robotId, event),
    followUnsafe: (robotId: RobotId, listener: (event: RobotEvent) => void) => robots.add(robotId, listener),
    follow: (robotId: RobotId, listener: (event: RobotEvent) => void) => listening(() => robots.add(robotId, listener)),
    publishOrg: (orgId: OrgId, message: OrgMessage) => orgs[message.type].emit(orgId, message),
    followOrg: <Type extends OrgMessage["type"]>(
      orgId: OrgId,
      type: Type,
      listener: (message: OrgMessageOf<Type>) => void
    ) => orgs[type].add(orgId, listener as (message: OrgMessage) => void),
    isFollowed: (orgId: OrgId, type: OrgMessage["type"]) => orgs[type].has(orgId),
    gap: () => {
      for (const listener of gaps) listener()
    }
  }
}
