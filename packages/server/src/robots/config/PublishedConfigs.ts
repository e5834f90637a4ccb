import type { RobotId } from "@fleet/domain/Ids"
import { type DeliveredDocument, emptyDocument } from "@fleet/domain/RobotConfig/Document"
import { type Exposure, indexOf } from "@fleet/domain/RobotConfig/Exposures"
import { Clock, Context, type DateTime, Effect, Fiber, FiberSet, Layer, Option } from "effect"
import { aliasesOf, NamedExposures, type NamesByVersion, readNames } from "../../access/slugNames.ts"
import { Bus } from "../../platform/bus/Bus.ts"
import { everySync } from "../../platform/schedule/every.ts"
import { isInTransaction } from "../../platform/sql/Transaction.ts"
import { VersionStore } from "./VersionStore.ts"

/** What a robot runs. */
export interface Published {
  /** 0 where nothing is published. */
  readonly version: number
  readonly publishedAt: DateTime.Utc | null
  /** As the bridge is sent it. */
  readonly doc: DeliveredDocument
  /** By slug, built-ins apart. A slug that was renamed since is found by its name of now, too. */
  readonly exposures: ReadonlyMap<string, Exposure>
  /** What the slugs of this version, and of some before it, are called now. Absent where none was renamed. */
  readonly names?: NamesByVersion
  /** By the slugs that were renamed since: the names under which they are found, too. Absent where there are none. */
  readonly aliases?: ReadonlyMap<string, string>
}

/** A version with the names that its slugs have now. */
export const withNames = ({ doc, exposures, publishedAt, version }: Published, names: NamesByVersion): Published => {
  const plain = { version, publishedAt, doc, exposures }
  if (names.size === 0) return plain
  const aliases = aliasesOf(exposures, names.get(version))
  return {
    ...plain,
    names,
    exposures: new NamedExposures(exposures, aliases),
    ...(aliases.size === 0 ? {} : { aliases: new Map([...aliases].map(([now, slug]) => [slug, now])) })
  }
}

/** The slug of the published version that a name of now stands for; the name itself where it is such a slug, or of none. */
export const publishedSlug = ({ exposures }: Pick<Published, "exposures">, slug: string): string =>
  exposures.get(slug)?.slug ?? slug

/** The slug of the published version of what is stored under a name of now; the name itself where it has none. */
export const slugNamed = ({ names, version }: Pick<Published, "names" | "version">, now: string): string => {
  for (const [slug, name] of names?.get(version) ?? []) if (name === now) return slug
  return now
}

interface Slot {
  published: Published | undefined
  /** Something newer may be published: it was not read yet, or could not be. */
  stale: boolean
  reading: Fiber.Fiber<Published> | undefined
  /** When it was asked for last. */
  usedMs: number
}

/** Of a robot without a publish. */
export const nothingPublished: Published = { version: 0, publishedAt: null, doc: emptyDocument, exposures: new Map() }

/** Configurations that are kept in memory; of more, those that were not asked for the longest go. */
const maxConfigs = 2_000

/** A configuration that is not read for so long is dropped. */
const idleMs = 600_000

/** The published configurations of the robots this process was asked about of late, kept in memory. */
export class PublishedConfigs extends Context.Service<
  PublishedConfigs,
  {
    /** Never older than the last `config_published` or `slug_renamed` this process has received. */
    readonly current: (robotId: RobotId) => Effect.Effect<Published>
    /**
     * What was read last, undefined where `current` was not asked of late. After a publish it is read again at once, so it is
     * behind by one query at most.
     */
    readonly cached: (robotId: RobotId) => Published | undefined
  }
>()("@fleet/server/PublishedConfigs") {
  static readonly layer = Layer.effect(
    PublishedConfigs,
    Effect.gen(function* () {
      const store = yield* VersionStore
      const bus = yield* Bus
      const run = yield* FiberSet.makeRuntime()
      const clock = yield* Clock.Clock
      const slots = new Map<RobotId, Slot>()

      const latest = (robotId: RobotId) =>
        Effect.map(
          store.latest(robotId),
          Option.match({
            onNone: () => nothingPublished,
            onSome: ({ doc, published_at, slug_names, version }) =>
              withNames({ version, publishedAt: published_at, doc, exposures: indexOf(doc) }, readNames(slug_names))
          })
        )

      const read = (robotId: RobotId, slot: Slot) => {
        const reading: Fiber.Fiber<Published> = run(
          Effect.gen(function* () {
            // Lets `slot.reading` be set before a read that answers at once looks at it.
            yield* Effect.yieldNow
            const published = yield* latest(robotId)
            if (slot.reading === reading) {
              slot.published = published
              slot.stale = false
            }
            return published
          }).pipe(
            Effect.ensuring(
              Effect.sync(() => {
                if (slot.reading === reading) slot.reading = undefined
              })
            )
          )
        )
        slot.reading = reading
        return reading
      }

      /** The robot's slot, made the last to go. */
      const slotOf = (robotId: RobotId): Slot => {
        const usedMs = clock.currentTimeMillisUnsafe()
        const slot = slots.get(robotId) ?? { published: undefined, stale: true, reading: undefined, usedMs }
        slot.usedMs = usedMs
        slots.delete(robotId)
        slots.set(robotId, slot)
        for (const [id, { reading }] of slots) {
          if (slots.size <= maxConfigs) break
          if (reading === undefined) slots.delete(id)
        }
        return slot
      }

      yield* bus.onFact(
        (event) => {
          if (event.type === "robot_deleted") slots.delete(event.robotId)
          if (event.type === "config_published" || event.type === "slug_renamed") {
            const slot = slots.get(event.robotId)
            if (slot === undefined) return
            slot.stale = true
            read(event.robotId, slot)
          }
        },
        () => {
          for (const slot of slots.values()) {
            slot.stale = true
            // A read that began before the gap may bring what was published before it.
            slot.reading = undefined
          }
        }
      )

      yield* everySync("1 minute", () => {
        const nowMs = clock.currentTimeMillisUnsafe()
        for (const [robotId, { reading, usedMs }] of slots) {
          // The rest was used later.
          if (nowMs - usedMs < idleMs) break
          if (reading === undefined) slots.delete(robotId)
        }
      })

      return PublishedConfigs.of({
        cached: (robotId) => slots.get(robotId)?.published,
        current: (robotId) =>
          Effect.flatMap(isInTransaction, (isWithin) => {
            const slot = slotOf(robotId)
            if (slot.reading === undefined && slot.published !== undefined && !slot.stale)
              return Effect.succeed(slot.published)
            return isWithin ? latest(robotId) : Fiber.join(slot.reading ?? read(robotId, slot))
          })
      })
    })
  )
}
