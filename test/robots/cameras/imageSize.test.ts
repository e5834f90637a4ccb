import { assert, describe, it } from "@effect/vitest"
import { imageSize, maxSegments } from "@fleet/server/robots/cameras/imageSize"
import { picture } from "./pictures.ts"

const size = { width: 4, height: 3 }
const after = (segments: number) =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...Array.from({ length: segments }, () => Buffer.from([0xff, 0xe1, 0, 2])),
    picture("image/jpeg", 4, 3).subarray(8)
  ])

describe("the size of a JPEG", () => {
  it("the size of a JPEG is found after 200 segments, and not after 201", () => {
    assert.deepStrictEqual(imageSize("image/jpeg", after(maxSegments)), size)
    assert.isNull(imageSize("image/jpeg", after(maxSegments + 1)))
  })

  it("the size of a JPEG is not looked for in junk, nor after the scan begins", () => {
    const frame = picture("image/jpeg", 4, 3).subarray(8)
    assert.isNull(imageSize("image/jpeg", Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 2, 0]), frame])))
    assert.isNull(imageSize("image/jpeg", Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 2]), frame])))
    assert.isNull(imageSize("image/jpeg", Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]), frame])))
  })
})
