import type { BridgeMessage, Hello } from "@fleet/bridge-protocol/BridgeMessages"
import type { CloudMessage } from "@fleet/bridge-protocol/CloudMessages"
import { BridgeClose, LATEST_BRIDGE_VERSION } from "@fleet/bridge-protocol/CloseCodes"
import type { SnapshotHeader } from "@fleet/bridge-protocol/Snapshot"
import { BridgeTimeout, RobotOffline } from "@fleet/domain/Errors"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import type { Datapoint } from "@fleet/domain/RobotConfig/Datapoint"
import { Deferred, type Duration, Effect, type Scope } from "effect"
import { readNames } from "../../access/slugNames.ts"
import type { SlugRenamed } from "../../platform/bus/Facts.ts"
import type { Sample } from "../../platform/bus/RobotEvents.ts"
import { type BridgedRobot, bridgeTokenHash } from "../bridges/BridgeRecords.ts"
import { configFrame } from "../config/configFrame.ts"
import { nothingPublished, type Published, withNames } from "../config/PublishedConfigs.ts"
import { BridgeNames } from "./BridgeNames.ts"
import type { Answer, Question } from "./BridgeQuestion.ts"
import type { RobotPart } from "./RobotPart.ts"

type Sampled = RobotPart & { readonly sample: NonNullable<RobotPart["sample"]> }
type Prepared = RobotPart & { readonly prepare: NonNullable<RobotPart["prepare"]> }

/** The reason that a replaced bridge gets. */
export const superseded = "superseded by a newer bridge of the robot"

/** The connection to a robot's bridge. */
export interface BridgeLink {
  readonly home: RobotHome
  readonly send: (message: CloudMessage) => void
  /** Closes the socket; from then on the bridge counts as disconnected. */
  readonly end: (code: number, reason: string) => void
}

/** One robot at the process that holds its bridge: its link, its configuration, and the parts of features. */
export class RobotHome implements BridgedRobot {
  readonly robotId: RobotId
  readonly orgId: OrgId
  robotName: string
  /** Of the hello that was served last; 0 before the first. */
  epoch = 0
  /** Null while no bridge is connected. */
  link: BridgeLink | null = null
  published: Published = nothingPublished
  /** Of the token that the bridge connected with, in hex; empty before the first hello. */
  tokenHash = ""
  /** Hellos that are being served. */
  connecting = 0
  isForgotten = false
  readonly parts: ReadonlyArray<RobotPart>
  private readonly sampled: ReadonlyArray<Sampled>
  private readonly prepared: ReadonlyArray<Prepared>
  private readonly names = new BridgeNames()
  private readonly questions = new Map<string, Deferred.Deferred<Answer, RobotOffline>>()

  constructor(robot: BridgedRobot, openings: ReadonlyArray<(home: RobotHome) => RobotPart>) {
    this.robotId = robot.robotId
    this.orgId = robot.orgId
    this.robotName = robot.robotName
    this.parts = openings.map((open) => open(this))
    this.sampled = this.parts.filter((part): part is Sampled => part.sample !== undefined)
    this.prepared = this.parts.filter((part): part is Prepared => part.prepare !== undefined)
  }

  prepare(hello: typeof Hello.Type, published: Published): Effect.Effect<void, never, Scope.Scope> {
    return Effect.forEach(this.prepared, (part) => part.prepare(hello, published), { discard: true })
  }

  /** Makes the link the robot's and serves its hello; the link before it ends. */
  attach(link: BridgeLink, epoch: number, hello: typeof Hello.Type, published: Published): void {
    const before = this.link
    this.link = link
    this.epoch = epoch
    this.tokenHash = Buffer.from(bridgeTokenHash(hello.token)).toString("hex")
    if (before !== null) {
      this.abandonQuestions()
      before.end(BridgeClose.superseded, superseded)
    }
    link.send({
      type: "hello_ok",
      robot_id: this.robotId,
      protocol: { status: "current", sunset_at: null },
      bridge: { latest_version: LATEST_BRIDGE_VERSION }
    })
    this.names.reset()
    this.configure(published)
    for (const part of this.parts) part.attach?.(epoch, hello)
  }

  /** Gives the parts and the bridge a configuration. */
  configure(published: Published): void {
    const before = this.published.version
    const moved = published.version > before ? published.names?.get(before) : undefined
    this.published = published
    if (moved !== undefined && moved.size > 0) for (const part of this.parts) part.moveSlugs?.(moved)
    for (const part of this.parts) part.config?.(published)
    this.link?.send(configFrame(published.version, published.doc))
  }

  /** The bridge says that it uses a version. */
  applied(version: number): void {
    this.names.applied(version)
  }

  /** The published slug that the bridge means by a name, or an unknown name. */
  slugOf(name: string): string {
    return this.names.slugOf(name, this.published)
  }

  sample(sample: Sample, datapoint: Datapoint, backfill: boolean, nowMs: number): void {
    const { sampled } = this
    for (let index = 0; index < sampled.length; index++) sampled[index]!.sample(sample, datapoint, backfill, nowMs)
  }

  unreadable(slug: string, reason: string, nowMs: number): void {
    for (const part of this.parts) part.unreadable?.(slug, reason, nowMs)
  }

  /** Every part sees the message. Whether one of them, or a question, took it. */
  message(message: BridgeMessage, nowMs: number): boolean {
    let taken = false
    for (const part of this.parts) if (part.message?.(message, nowMs) === true) taken = true
    if (taken) return true
    return "request_id" in message && message.request_id !== null && this.answer(message as Answer)
  }

  snapshot(header: SnapshotHeader, image: Uint8Array): boolean {
    for (const part of this.parts) if (part.snapshot?.(header, image) === true) return true
    return false
  }

  pong(latencyMs: number): void {
    for (const part of this.parts) part.pong?.(latencyMs)
  }

  tick(nowMs: number): void {
    this.names.tick(nowMs, this.published)
    for (const part of this.parts) part.tick?.(nowMs)
  }

  /** A slug was renamed: until the next publish the names of now stand for those of the version. */
  renameSlug({ from, names, to, version }: Pick<SlugRenamed, "from" | "names" | "to" | "version">): void {
    if (version === this.published.version) this.published = withNames(this.published, readNames(names))
    for (const part of this.parts) part.renameSlug?.(from, to)
  }

  /** False when the link was superseded before. */
  detach(link: BridgeLink, nowMs: number): boolean {
    if (this.link !== link) return false
    this.link = null
    this.abandonQuestions()
    for (const part of this.parts) part.detach?.(nowMs)
    return true
  }

  /** Writes what the parts have not written yet. */
  flush(): Effect.Effect<void> {
    return Effect.forEach(this.parts, (part) => part.flush?.() ?? Effect.void, {
      concurrency: "unbounded",
      discard: true
    })
  }

  forget(): void {
    this.isForgotten = true
    this.link?.end(BridgeClose.robotDeleted, "robot deleted")
    for (const part of this.parts) part.forget?.()
  }

  /** Whether the home may be dropped. */
  get isVacant(): boolean {
    if (this.link !== null || this.connecting > 0) return false
    for (const part of this.parts) if (!part.isVacant) return false
    return true
  }

  /** Sends a question to the bridge; the deadline is on the answer. The frame leaves before this effect first waits. */
  ask(
    question: (requestId: string) => Question,
    deadline: Duration.Input
  ): Effect.Effect<Answer, RobotOffline | BridgeTimeout> {
    return Effect.acquireUseRelease(
      Effect.suspend(() => {
        const { link } = this
        if (link === null) return Effect.fail(new RobotOffline())
        const id = crypto.randomUUID()
        const answer = Deferred.makeUnsafe<Answer, RobotOffline>()
        this.questions.set(id, answer)
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
      ({ id }) => Effect.sync(() => this.questions.delete(id))
    )
  }

  /** False when no question waits for the answer. */
  private answer(answer: Answer): boolean {
    const asked = this.questions.get(answer.request_id)
    if (asked === undefined) return false
    Deferred.doneUnsafe(asked, Effect.succeed(answer))
    return true
  }

  private abandonQuestions(): void {
    for (const asked of this.questions.values()) Deferred.doneUnsafe(asked, Effect.fail(new RobotOffline()))
    this.questions.clear()
  }
}
