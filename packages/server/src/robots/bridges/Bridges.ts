import type { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import type { CloudMessage } from "@fleet/bridge-protocol/CloudMessages"
import { BridgeTimeout, RobotOffline } from "@fleet/domain/Errors"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, Deferred, type Duration, Effect, Layer } from "effect"

/** A bridge that is connected to this process. */
export interface BridgeLink {
  readonly robotId: RobotId
  readonly orgId: OrgId
  readonly robotName: string
  readonly send: (message: CloudMessage) => void
  readonly close: (code: number, reason: string) => void
}

/** Requests that a bridge answers under the same request_id. */
type Ask = Extract<CloudMessage, { readonly request_id: string }>
type Answer = Extract<BridgeMessage, { readonly request_id: string }>

/** The bridges connected to this process, one per robot, and the questions put to them. */
export class Bridges extends Context.Service<
  Bridges,
  {
    readonly get: (robotId: RobotId) => BridgeLink | undefined
    /** Makes the link the robot's; the one before it is returned. */
    readonly attach: (link: BridgeLink) => BridgeLink | undefined
    /** False when the link was superseded before. */
    readonly detach: (link: BridgeLink) => boolean
    readonly all: () => Iterable<BridgeLink>
    /** Puts a question; the deadline is on the answer. The frame leaves before this effect first waits. */
    readonly ask: (
      robotId: RobotId,
      question: (requestId: string) => Ask,
      deadline: Duration.Input
    ) => Effect.Effect<Answer, RobotOffline | BridgeTimeout>
    /** Hands an answer to whoever asked; false when nobody waits for it. */
    readonly answer: (robotId: RobotId, answer: Answer) => boolean
  }
>()("@fleet/server/Bridges") {
  static readonly layer = Layer.sync(Bridges, () => {
    const links = new Map<RobotId, BridgeLink>()
    const waiting = new Map<
      string,
      { readonly robotId: RobotId; readonly answer: Deferred.Deferred<Answer, RobotOffline> }
    >()

    const abandon = (robotId: RobotId) => {
      for (const [id, asked] of waiting) {
        if (asked.robotId !== robotId) continue
        waiting.delete(id)
        Deferred.doneUnsafe(asked.answer, Effect.fail(new RobotOffline()))
      }
    }

    return Bridges.of({
      get: (robotId) => links.get(robotId),
      all: () => links.values(),
      attach: (link) => {
        const before = links.get(link.robotId)
        links.set(link.robotId, link)
        if (before !== undefined) abandon(link.robotId)
        return before
      },
      detach: (link) => {
        if (links.get(link.robotId) !== link) return false
        links.delete(link.robotId)
        abandon(link.robotId)
        return true
      },
      ask: (robotId, question, deadline) =>
        Effect.acquireUseRelease(
          Effect.suspend(() => {
            const link = links.get(robotId)
            if (link === undefined) return Effect.fail(new RobotOffline())
            const id = crypto.randomUUID()
            const answer = Deferred.makeUnsafe<Answer, RobotOffline>()
            waiting.set(id, { robotId, answer })
            return Effect.succeed({ answer, id, link })
          }),
          ({ answer, id, link }) =>
            Effect.suspend(() => {
              link.send(question(id))
              return Effect.timeoutOrElse(Deferred.await(answer), {
                duration: deadline,
                orElse: () => Effect.fail(new BridgeTimeout())
              })
            }),
          ({ id }) => Effect.sync(() => waiting.delete(id))
        ),
      answer: (robotId, answer) => {
        const asked = waiting.get(answer.request_id)
        if (asked === undefined || asked.robotId !== robotId) return false
        Deferred.doneUnsafe(asked.answer, Effect.succeed(answer))
        return true
      }
    })
  })
}
