import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Fact } from "@fleet/server/platform/bus/Facts"
import { makeInProcessBus } from "@fleet/server/platform/bus/InProcessBus"
import { type Calls, NodeRpc } from "@fleet/server/platform/bus/NodeRpc"
import { OrgMessage } from "@fleet/server/platform/bus/OrgMessages"
import { RobotEvent } from "@fleet/server/platform/bus/RobotEvents"
import type { RobotHomes } from "@fleet/server/robots/home/RobotHomes"
import { Effect, Exit, Layer, Schema } from "effect"
import type { Rpc } from "effect/rpc"

/** What one node has sent another, in its order. */
interface Line {
  readonly waiting: Array<() => void>
  isMoving: boolean
}

interface End {
  readonly local: ReturnType<typeof makeInProcessBus>
  readonly lines: Map<End, Line>
  /** Messages sent so far. */
  sent: number
  /** By sender: the number of its last message that came. */
  readonly heard: Map<End, number>
  readonly handlers: Map<object, Calls>
  /** Once the node has started. */
  homes: RobotHomes["Service"] | null
}

const factCodec = Schema.toCodecJson(Fact)
const eventCodec = Schema.toCodecJson(RobotEvent)
const orgCodec = Schema.toCodecJson(OrgMessage)

/** A value as another process gets it. */
const carried = (codec: Schema.Codec<any, any>, value: unknown): any =>
  Schema.decodeUnknownSync(codec)(JSON.parse(JSON.stringify(Schema.encodeSync(codec)(value) ?? null)))

/** An answer as another process gets it. */
const carriedExit = (rpc: Rpc.AnyWithProps, exit: Exit.Exit<any, any>): Exit.Exit<any, any> => {
  if (Exit.isSuccess(exit)) {
    return rpc.successSchema === Schema.Void ? exit : Exit.succeed(carried(codecOf(rpc.successSchema), exit.value))
  }
  const [failure] = exit.cause.reasons.flatMap((reason) => (reason._tag === "Fail" ? [reason.error] : []))
  return failure === undefined ? exit : Exit.fail(carried(codecOf(rpc.errorSchema), failure))
}
const codecOf = (schema: unknown) => Schema.toCodecJson(schema as Schema.Codec<any, any>)

/**
 * What connects nodes in one process: messages as JSON, numbered by their sender, each after up to three milliseconds and in
 * its order. While some are lost, a receiver finds at the next message that numbers are missing, and tells of a gap.
 */
export class Wire {
  private readonly ends: Array<End> = []
  private isLost: (type: string) => boolean = () => false
  private turn = 0
  /** Messages that were lost. */
  lost = 0

  /** The bus and the calls of one more node, and what tells the wire of its homes. */
  join() {
    const end: End = {
      local: makeInProcessBus(),
      lines: new Map(),
      sent: 0,
      heard: new Map(),
      handlers: new Map(),
      homes: null
    }
    for (const other of this.ends) {
      end.heard.set(other, other.sent)
      other.heard.set(end, 0)
    }
    this.ends.push(end)
    return {
      layer: Layer.merge(
        Layer.sync(Bus, () => this.busOf(end)),
        this.rpcOf(end)
      ),
      started: (homes: RobotHomes["Service"]) => void (end.homes = homes),
      ended: () => void this.ends.splice(this.ends.indexOf(end), 1)
    }
  }

  /** Messages of these types are lost until the effect ends. */
  losing<A, E, R>(types: ReadonlyArray<string>, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.suspend(() => {
      this.isLost = (type) => types.includes(type)
      return Effect.ensuring(
        effect,
        Effect.sync(() => (this.isLost = () => false))
      )
    })
  }

  /** Every node sends a heartbeat; ends once all that was sent has come. */
  get beat(): Effect.Effect<void> {
    return Effect.asVoid(
      Effect.promise(() => Promise.all(this.ends.map((end) => this.send(end, "beat", () => undefined))))
    )
  }

  private busOf(end: End): Bus["Service"] {
    const { local } = end
    const fact = (told: Fact) => this.send(end, told.type, (other) => other.local.broadcast(carried(factCodec, told)))
    return Bus.of({
      ...local,
      broadcastAndWait: (...facts) =>
        Effect.andThen(
          local.broadcastAndWait(...facts),
          Effect.promise(() => Promise.all(facts.map(fact)))
        ),
      broadcast: (notice) => {
        local.broadcast(notice)
        void fact(notice)
      },
      publishRobot: (event) => {
        local.publishRobot(event)
        void this.send(end, event.type, (other) => other.local.publishRobot(carried(eventCodec, event)))
      },
      publishOrg: (orgId, message) => {
        local.publishOrg(orgId, message)
        void this.send(end, message.type, (other) => other.local.publishOrg(orgId, carried(orgCodec, message)))
      },
      isFollowed: (orgId: OrgId, type) => this.ends.some((each) => each.local.isFollowed(orgId, type))
    })
  }

  /** Calls reach the node that has the robot's bridge; their payloads and answers pass as JSON. */
  private rpcOf(end: End) {
    return Layer.effect(
      NodeRpc,
      Effect.map(Effect.context<never>(), (services) =>
        NodeRpc.of({
          connect: (group, handlers) => {
            end.handlers.set(group, handlers)
            const across = (tag: string, holder: End, payload: unknown) =>
              Effect.gen({ self: this }, function* () {
                const rpc = group.requests.get(tag) as unknown as Rpc.AnyWithProps
                yield* this.passage
                const call = holder.handlers.get(group)![tag]!(carried(codecOf(rpc.payloadSchema), payload))
                // In a fibre of its own: the caller's transaction is not the holder's.
                const exit = yield* Effect.promise((signal) =>
                  Effect.runPromiseExitWith(services)(call as Effect.Effect<unknown, unknown>, { signal })
                )
                yield* this.passage
                return yield* carriedExit(rpc, exit)
              })
            return Object.fromEntries(
              Object.entries(handlers).map(([tag, here]) => [
                tag,
                (payload: { readonly robotId: RobotId }) =>
                  Effect.suspend(() => {
                    const holder = this.ends.find(({ homes }) => homes?.link(payload.robotId) !== undefined)
                    return holder === undefined || holder === end ? here(payload) : across(tag, holder, payload)
                  })
              ])
            )
          }
        })
      )
    )
  }

  /** Ends once every other node has acted on the message and told so, or has lost it. */
  private async send(from: End, type: string, act: (to: End) => void): Promise<void> {
    const number = ++from.sent
    const others = this.ends.filter((end) => end !== from)
    await Promise.all(
      others.map(
        (to) =>
          new Promise<void>((acted) => {
            if (this.isLost(type)) {
              this.lost++
              return acted()
            }
            this.line(from, to, () => {
              if ((to.heard.get(from) ?? 0) + 1 !== number) to.local.gap()
              to.heard.set(from, number)
              act(to)
              // Behind what it has sent because of the message.
              this.line(to, from, acted)
            })
          })
      )
    )
  }

  private line(from: End, to: End, arrive: () => void): void {
    const line = from.lines.get(to) ?? { waiting: [], isMoving: false }
    from.lines.set(to, line)
    line.waiting.push(arrive)
    if (line.isMoving) return
    line.isMoving = true
    void this.move(line)
  }

  private async move(line: Line): Promise<void> {
    for (let next = line.waiting.shift(); next !== undefined; next = line.waiting.shift()) {
      await this.delay()
      next()
    }
    line.isMoving = false
  }

  private get passage(): Effect.Effect<void> {
    return Effect.promise(() => this.delay())
  }

  /** Zero to three milliseconds, in a sequence that is the same in each run. */
  private delay(): Promise<void> {
    this.turn = (this.turn * 5 + 3) % 16
    const ms = this.turn % 4
    return new Promise((resume) => (ms === 0 ? setImmediate(resume) : setTimeout(resume, ms)))
  }
}
