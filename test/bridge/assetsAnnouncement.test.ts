import { assert, describe, it } from "@effect/vitest"
import { maxFrame } from "@fleet/bridge-protocol/CloseCodes"
import { announcementOf } from "../../packages/bridge/src/engine/assets/RobotAssets.ts"

const bytesOf = (message: unknown) => Buffer.byteLength(JSON.stringify(message))
const uris = (count: number, length: number) =>
  Array.from({ length: count }, (_, index) => `package://ü/${index}.stl`.padEnd(length, "é"))

describe("the list of files that a robot could upload", () => {
  it("is whole up to what a frame takes, to the byte", () => {
    const meshes = uris(9000, 120)
    const room = maxFrame - bytesOf({ type: "assets_available", urdf: true, meshes })
    const full = [...meshes, "x".repeat(room - 3)]
    assert.strictEqual(bytesOf(announcementOf(full)), maxFrame)
    assert.deepStrictEqual(announcementOf(full), { type: "assets_available", urdf: true, meshes: full })
    const over = announcementOf([...meshes, "x".repeat(room - 2)])
    assert.isDefined(over.omitted)
    assert.isAtMost(bytesOf(over), maxFrame)
  })

  it("names as many as fit, and counts the others", () => {
    const meshes = uris(40_000, 90)
    const { meshes: listed, omitted } = announcementOf(meshes)
    assert.deepStrictEqual(listed, meshes.slice(0, listed.length))
    assert.strictEqual(omitted?.files, meshes.length - listed.length)
    assert.strictEqual(omitted?.limit, maxFrame)
    assert.strictEqual(omitted?.bytes, bytesOf({ type: "assets_available", urdf: true, meshes }))
    const sent = bytesOf(announcementOf(meshes))
    assert.isAtMost(sent, maxFrame)
    assert.isAbove(sent, maxFrame - 300)
  })
})
