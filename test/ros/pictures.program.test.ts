import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { faces, listen, withRobot } from "./support/gateway.ts"

interface Image {
  readonly data: Uint8Array
  readonly encoding: string
  readonly height: number
  readonly step: number
}

for (const face of faces) {
  describe(`pictures of a robot behind ${face}`, () => {
    it.live(`pictures of a robot behind ${face} come while somebody listens to the camera's topic`, () =>
      Effect.gen(function* () {
        const { gateway } = yield* withRobot("mobile", face)
        const { when } = yield* listen(gateway, "/camera/image_raw", "sensor_msgs/msg/Image")
        const [picture] = yield* when("a picture", (all) => all.length > 0)
        const { data, encoding, height, step } = picture as Image
        assert.deepStrictEqual([encoding, data.length], ["rgba8", height * step])
      })
    )
  })
}
