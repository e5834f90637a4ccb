import { DeliveredDocument, emptyDocument, RobotConfigDocument } from "@fleet/domain/RobotConfig/Document"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { validDocument } from "./arbitraries.ts"

const delivered = Schema.decodeUnknownSync(DeliveredDocument)
const isDelivered = Schema.is(DeliveredDocument)
const isDocument = Schema.is(RobotConfigDocument)

const datapoint = { topic: "/b", type: "a/msg/B" }
const action = { ros_name: "/b", type: "a/action/B" }
const service = { ros_name: "/b", type: "a/srv/B" }
const publisher = { ...datapoint, message: {}, failsafe: { timeout_ms: 1, message: {} }, quiet_timeout_ms: 0 }
const source = { kind: "ros", ...datapoint }
const camera = { source, width: 1, height: 1, fps: 1, bitrate_kbps: 1, snapshot_interval_seconds: 1 }

const sections = {
  messages: { halt: { x: 1 } },
  datapoints: { bat: datapoint },
  actions: { dock: action },
  services: { reset: service },
  publishers: { drive: publisher },
  cameras: { front: camera },
  low_bandwidth: { mode: "on" }
}

describe("a delivered document", () => {
  it.effect.prop("a delivered document is any valid one, as it is", { doc: validDocument }, ({ doc }) =>
    Effect.sync(() => assert.deepStrictEqual(delivered(doc), doc))
  )

  it("a delivered document may lack its platform, and has no other", () => {
    assert.deepStrictEqual<unknown>(delivered(sections), sections)
    assert.isFalse(isDocument(sections))
    for (const platform of [1, 2, "1"]) {
      assert.strictEqual(isDelivered({ platform, ...sections }), platform === 1)
      assert.strictEqual(isDocument({ platform, ...sections }), platform === 1)
    }
  })

  it("a delivered document may have the fractions of frame rates that a new one may not, from 1 to 60", () => {
    const at = (fps: unknown) => ({ platform: 1, cameras: { front: { ...camera, fps } } })
    for (const fps of [1, 29.97, 60]) assert.isTrue(isDelivered(at(fps)), String(fps))
    for (const fps of [0.5, 60.5, "30", null]) assert.isFalse(isDelivered(at(fps)), String(fps))
    assert.isFalse(isDocument(at(29.97)))
  })

  it("a delivered document has no section that a document has not", () => {
    assert.isFalse(isDelivered({ ...sections, robots: {} }))
    assert.isFalse(isDocument({ platform: 1, ...sections, robots: {} }))
  })

  it("a delivered document has in each section what belongs there", () => {
    for (const section of Object.keys(sections)) {
      assert.isFalse(isDelivered({ ...sections, [section]: { thing: 5 } }), section)
      assert.isFalse(isDocument({ platform: 1, ...sections, [section]: { thing: 5 } }), section)
    }
  })

  it("a delivered document is a bare platform for a robot without a published one", () => {
    assert.deepStrictEqual(emptyDocument, { platform: 1 })
  })
})
