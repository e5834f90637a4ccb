import { assert, describe, it } from "@effect/vitest"
import { OrgId, RobotId } from "@fleet/domain/Ids"
import type { Exposure } from "@fleet/domain/RobotConfig/Exposures"
import { ExposureKind } from "@fleet/domain/Slug"
import { type Asked, type CheckName, decide, grantedExposures } from "@fleet/server/access/decide"
import type { Granted } from "@fleet/server/access/Granted"
import { DateTime, Effect, Schema } from "effect"
import { randomUUID } from "node:crypto"

const slugs = ["battery", "dock", "bridge_state", "gone"] as const
const Slugs = Schema.Array(Schema.Literals(slugs))

const World = Schema.Struct({
  attached: Schema.Boolean,
  granted: Slugs,
  capabilities: Schema.Struct({ action_history: Schema.Boolean, assets: Schema.Boolean }),
  published: Schema.Array(Schema.Tuple([Schema.Literals(["battery", "dock"]), ExposureKind])),
  slug: Schema.NullOr(Schema.Literals(slugs)),
  kinds: Schema.NullOr(Schema.Array(ExposureKind)),
  capability: Schema.NullOr(Schema.Literals(["action_history", "assets"])),
  anything: Schema.Boolean
})
type World = typeof World.Type

const robot = {
  id: RobotId.make(randomUUID()),
  orgId: OrgId.make(randomUUID()),
  name: "Rover",
  createdAt: DateTime.makeUnsafe(0)
}

const grantedIn = ({ attached, capabilities, granted }: World): Granted | null =>
  attached
    ? {
        robot,
        version: 0,
        confirms: () => false,
        confirmsOnPage: () => false,
        hasNamed: (slug) => (granted as ReadonlyArray<string>).includes(slug),
        has: (slug) => (granted as ReadonlyArray<string>).includes(slug),
        any: granted.length > 0 || capabilities.action_history || capabilities.assets,
        capabilities
      }
    : null

const askedIn = ({ anything, capability, kinds, slug }: World): Asked => ({
  ...(slug === null ? {} : { slug, ...(kinds === null ? {} : { kinds }) }),
  ...(capability === null ? {} : { capability }),
  ...(anything ? { anything } : {})
})

const publishedIn = ({ published }: World): ReadonlyMap<string, Exposure> =>
  new Map(published.map(([slug, kind]) => [slug, { slug, kind, config: {} } as Exposure]))

/** The first reason against it, in plain words. */
const reason = (world: World): CheckName | null => {
  if (!world.attached) return "robot_attached"
  const anyCapability = world.capabilities.action_history || world.capabilities.assets
  if (world.anything && world.granted.length === 0 && !anyCapability) return "anything_granted"
  if (world.slug !== null) {
    if (!world.granted.includes(world.slug)) return "slug_granted"
    const newest = world.published.findLast(([slug]) => slug === world.slug)
    const kind = world.slug === "bridge_state" ? "datapoint" : newest?.[1]
    if (kind === undefined) return "slug_published"
    if (world.kinds !== null && !world.kinds.includes(kind)) return "kind_accepted"
  }
  if (world.capability !== null && !world.capabilities[world.capability]) return "capability_granted"
  return null
}

describe("decide", () => {
  it.effect.prop(
    "decide refuses for the first reason of a plain list of rules, with every check made",
    [World],
    ([world]) =>
      Effect.sync(() => {
        const asked = askedIn(world)
        const decision = decide(grantedIn(world), asked, publishedIn(world))
        assert.strictEqual(decision.outcome === "refused" ? decision.failed : null, reason(world))
        assert.isFalse(decision.checks.some(({ ok }) => ok === null))
        const expected: ReadonlyArray<CheckName> = [
          "robot_attached",
          ...(asked.anything === true ? (["anything_granted"] as const) : []),
          ...(asked.slug === undefined ? [] : (["slug_granted", "slug_published"] as const)),
          ...(asked.kinds === undefined ? [] : (["kind_accepted"] as const)),
          ...(asked.capability === undefined ? [] : (["capability_granted"] as const))
        ]
        assert.deepStrictEqual(
          decision.checks.map(({ check }) => check),
          expected
        )
        if (decision.outcome === "allowed") assert.isTrue(decision.checks.every(({ ok }) => ok))
        else assert.strictEqual(decision.checks.find(({ ok }) => !ok)?.check, decision.failed)
      }),
    { arbitrary: { runs: 500 } }
  )

  it.effect.prop(
    "decides without the configuration only what the configuration cannot change",
    [World, Schema.Array(Schema.Tuple([Schema.Literals(["battery", "dock"]), ExposureKind]))],
    ([world, published]) =>
      Effect.sync(() => {
        const early = decide(grantedIn(world), askedIn(world), null)
        const read = decide(grantedIn(world), askedIn(world), publishedIn({ ...world, published }))
        if (early.outcome === "undecided") return assert.isNotNull(world.slug)
        assert.strictEqual(early.outcome, read.outcome)
        if (early.outcome === "refused" && read.outcome === "refused") assert.strictEqual(early.failed, read.failed)
      }),
    { arbitrary: { runs: 500 } }
  )

  it.effect.prop(
    "decide lists as granted exactly the exposures that it allows one by one",
    [World],
    ([world]) =>
      Effect.sync(() => {
        const granted = grantedIn({ ...world, attached: true })!
        const exposures = publishedIn(world)
        const allowed = [...exposures.keys()].filter(
          (slug) => decide(granted, { slug }, exposures).outcome === "allowed"
        )
        assert.deepStrictEqual(
          grantedExposures(granted, exposures).map(({ slug }) => slug),
          allowed
        )
      }),
    { arbitrary: { runs: 200 } }
  )
})
