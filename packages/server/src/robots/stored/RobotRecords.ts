import type { RenameSlugResponse, SlugUsage } from "@fleet/domain/Config"
import type { RobotId } from "@fleet/domain/Ids"
import type { DeletionStep, RobotDeletionSummary } from "@fleet/domain/Robots"
import { Context, Effect, Layer, type Scope } from "effect"
import type { DraftSlug, PublishedVersion, Renamed, SlugRename, StoredPart, StoredRobot } from "./StoredPart.ts"

type Answer = Readonly<Record<string, boolean | number | ReadonlyArray<string>>>

/** What several parts say of one thing: counts add up, lists follow each other, and one yes is a yes. */
const together = <A extends object>(none: A, parts: ReadonlyArray<Partial<A>>): A => {
  const sum: Record<string, unknown> = { ...(none as Answer) }
  for (const part of parts) {
    for (const [key, value] of Object.entries(part as Answer)) {
      const before = sum[key]
      if (typeof value === "number") sum[key] = Number(before) + value
      else if (typeof value === "boolean") sum[key] = before === true || value
      else sum[key] = [...(before as ReadonlyArray<string>), ...value]
    }
  }
  return sum as A
}

const unused: SlugUsage = { grant_count: 0, app_identifiers: [], has_recorded_history: false, alert_count: 0 }

const nothingHeld: RobotDeletionSummary = {
  slug_count: 0,
  sample_rows: 0,
  bytes_freed: 0,
  cameras: [],
  asset_count: 0,
  asset_bytes_freed: 0,
  job_run_count: 0,
  had_live_session: false,
  had_unpublished_draft: false
}

const nothingRenamed: RenameSlugResponse = { rewritten_grants: 0, history_moved: false, requires_publish: true }

/**
 * What all features store of robots. A publish, the renaming of a slug and the deletion of a robot reach every feature from
 * here, and know none.
 */
export class RobotRecords extends Context.Service<
  RobotRecords,
  {
    /** Adds a part until the scope closes. */
    readonly register: (part: StoredPart) => Effect.Effect<void, never, Scope.Scope>
    /** In the transaction of the publish. */
    readonly publish: (version: PublishedVersion) => Effect.Effect<void>
    /** Outside the transaction of the rename, before it. */
    readonly prepareRename: (rename: SlugRename) => Effect.Effect<void>
    /** In the transaction of the rename, as the last of it. */
    readonly rename: (rename: SlugRename) => Effect.Effect<RenameSlugResponse>
    readonly usage: (slug: DraftSlug) => Effect.Effect<SlugUsage>
    readonly holdings: (robot: StoredRobot) => Effect.Effect<RobotDeletionSummary>
    readonly isInUse: (robotId: RobotId) => Effect.Effect<boolean>
    /** In the transaction of a step of the robot's deletion. */
    readonly drop: (step: DeletionStep, robot: StoredRobot) => Effect.Effect<void>
  }
>()("@fleet/server/RobotRecords") {
  static readonly layer = Layer.sync(RobotRecords, () => {
    const parts = new Set<StoredPart>()
    const each = <A>(call: (part: StoredPart) => Effect.Effect<A> | undefined) =>
      Effect.suspend(() => Effect.forEach([...parts], (part) => call(part) ?? Effect.succeed(undefined)))
    const answers = <A>(call: (part: StoredPart) => Effect.Effect<A> | undefined) =>
      Effect.map(each(call), (all) => all.filter((one) => one !== undefined) as ReadonlyArray<A>)

    return RobotRecords.of({
      register: (part) =>
        Effect.asVoid(
          Effect.acquireRelease(
            Effect.sync(() => parts.add(part)),
            () => Effect.sync(() => parts.delete(part))
          )
        ),
      publish: (version) => Effect.asVoid(each((part) => part.publish?.(version))),
      prepareRename: (rename) => Effect.asVoid(each((part) => part.prepareRename?.(rename))),
      rename: Effect.fnUntraced(function* (rename) {
        const renamed = yield* answers<Renamed | void>((part) => part.rename?.(rename))
        const present = renamed.filter((one): one is Renamed => one !== undefined)
        for (const { finish } of present) if (finish !== undefined) yield* finish
        return together(
          nothingRenamed,
          present.flatMap(({ answer }) => (answer === undefined ? [] : [answer]))
        )
      }),
      usage: (slug) =>
        Effect.map(
          answers((part) => part.usage?.(slug)),
          (all) => together(unused, all)
        ),
      holdings: (robot) =>
        Effect.map(
          answers((part) => part.holdings?.(robot)),
          (all) => together(nothingHeld, all)
        ),
      isInUse: (robotId) =>
        Effect.map(
          answers((part) => part.isInUse?.(robotId)),
          (all) => all.includes(true)
        ),
      drop: (step, robot) =>
        Effect.asVoid(each((part) => (part.drop?.step === step ? part.drop.run(robot) : undefined)))
    })
  })
}
