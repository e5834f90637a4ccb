import { assert, describe, it } from "@effect/vitest"
import { type ConfigDocument, impactOf, takesAway } from "../../packages/console/src/features/config/impact.ts"
import { choice, validDocument } from "../domain/arbitraries.ts"

const battery = { topic: "/battery", type: "sensor_msgs/msg/BatteryState", field: "percentage" }
const low = { condition: { fire_at: 20, resolve_at: 25 } }
const dock = { ros_name: "/dock", type: "sim/action/Dock" }

const impact = (
  published: ConfigDocument | null,
  draft: ConfigDocument,
  rest: { running?: ReadonlyArray<string>; jointSlug?: string } = {}
) => impactOf({ published, draft, running: rest.running ?? [], jointSlug: rest.jointSlug ?? null })

const kinds = ["datapoints", "actions", "services", "publishers", "cameras"]
const slugsOf = (document: ConfigDocument) => kinds.flatMap((kind) => Object.keys((document[kind] ?? {}) as object))

describe("what a publish changes", () => {
  it("names each thing that is new, goes, or points elsewhere", () => {
    assert.deepStrictEqual(
      impact(
        { platform: 1, datapoints: { battery, pose: { topic: "/pose", type: "p/msg/P" } } },
        { platform: 1, datapoints: { battery: { ...battery, field: "voltage" } }, actions: { dock } }
      ),
      [
        { of: "removed", kind: "datapoint", slug: "pose" },
        { of: "retargeted", kind: "datapoint", slug: "battery" },
        { of: "added", kind: "action", slug: "dock" }
      ]
    )
  })

  it("sees a rename where one thing goes and the same comes", () => {
    const effects = impact(
      { platform: 1, datapoints: { battery: { ...battery, alerts: { low } } } },
      { platform: 1, datapoints: { charge: { ...battery, alerts: { low: { condition: { fire_at: 15 } } } } } }
    )
    assert.deepStrictEqual(effects, [
      { of: "renamed", kind: "datapoint", slug: "battery", to: "charge" },
      { of: "condition", slug: "charge", alert: "low" }
    ])
  })

  it("does not guess between two that could be meant", () => {
    const effects = impact(
      { platform: 1, datapoints: { old: battery } },
      { platform: 1, datapoints: { one: battery, two: battery } }
    )
    assert.deepStrictEqual(
      effects.map(({ of }) => of),
      ["removed", "added", "added"]
    )
  })

  it("says when an alert starts again, a recording ends, a camera restarts and a mapping is cleared", () => {
    const camera = { source: { kind: "v4l2", device: "/dev/video0" }, width: 640 }
    const effects = impact(
      {
        platform: 1,
        datapoints: {
          battery: { ...battery, alerts: { low, gone: low }, retention: { enabled: true } },
          joints: { topic: "/j", type: "j/msg/J" }
        },
        cameras: { front: camera }
      },
      {
        platform: 1,
        datapoints: { battery: { ...battery, alerts: { low: { condition: { fire_at: 20 } } } } },
        cameras: { front: { ...camera, width: 320 } }
      },
      { jointSlug: "joints" }
    )
    assert.deepStrictEqual(effects.map(({ of, slug }: { of: string; slug?: string }) => `${of} ${slug ?? ""}`).sort(), [
      "alert_removed battery",
      "camera_restarted front",
      "condition battery",
      "joint_state_cleared joints",
      "removed joints",
      "retention_lost battery"
    ])
    assert.isTrue(takesAway(effects))
  })

  it("tells running jobs that end from those that go on", () => {
    const published = { platform: 1, actions: { dock, sweep: { ros_name: "/sweep", type: "sim/action/Sweep" } } }
    const draft = { platform: 1, actions: { sweep: published.actions.sweep } }
    const effects = impact(published, draft, { running: ["dock", "sweep", "dock"] })
    assert.deepInclude(effects, { of: "job_ends", slug: "dock", count: 2 })
    assert.deepInclude(effects, { of: "job_goes_on", slug: "sweep", count: 1 })
  })

  it.prop(
    "nothing changes between a document and itself, whatever the order of its keys",
    { doc: validDocument },
    ({ doc }) => {
      const reversed = (value: unknown): unknown =>
        Array.isArray(value)
          ? value.map(reversed)
          : typeof value === "object" && value !== null
            ? Object.fromEntries(
                Object.entries(value)
                  .toReversed()
                  .map(([key, each]) => [key, reversed(each)])
              )
            : value
      assert.deepStrictEqual(impact(doc, reversed(doc) as ConfigDocument), [])
      assert.isFalse(takesAway(impact(null, doc)))
    }
  )

  it.prop(
    "every slug that comes or goes is named once, and no other",
    { before: validDocument, after: validDocument },
    ({ after, before }) => {
      const effects = impact(before, after)
      const then = new Set(slugsOf(before))
      const now = new Set(slugsOf(after))
      const gone = effects.flatMap((effect) =>
        effect.of === "removed" || effect.of === "renamed" ? [effect.slug] : []
      )
      const come = effects.flatMap((effect) =>
        effect.of === "added" ? [effect.slug] : effect.of === "renamed" ? [effect.to] : []
      )
      assert.deepStrictEqual(gone.toSorted(), [...then].filter((slug) => !now.has(slug)).toSorted())
      assert.deepStrictEqual(come.toSorted(), [...now].filter((slug) => !then.has(slug)).toSorted())
    }
  )

  it.prop("a rename of one slug is seen as that rename", { doc: validDocument, where: choice }, ({ doc, where }) => {
    const document = doc as ConfigDocument
    const slugs = slugsOf(document)
    const slug = slugs[where % slugs.length]
    if (slug === undefined) return
    const section = kinds.find((kind) => Object.hasOwn((document[kind] ?? {}) as object, slug))!
    const things = document[section] as Readonly<Record<string, unknown>>
    const renamed = Object.fromEntries(
      Object.entries(things).map(([key, each]) => [key === slug ? "quite_another" : key, each])
    )
    const effects = impact(document, { ...document, [section]: renamed })
    assert.isTrue(
      effects.some((effect) => effect.of === "renamed" && effect.slug === slug && effect.to === "quite_another")
    )
    assert.strictEqual(effects.length, 1)
  })
})
