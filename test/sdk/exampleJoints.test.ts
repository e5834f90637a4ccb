import { assert, describe, it } from "@effect/vitest"
import { positionText } from "../../packages/client-sdk/examples/model/Joints.ts"

describe("positions of joints on the example page", () => {
  it.each([
    [undefined, "continuous", "–"],
    [0.1234, "prismatic", "0.123 m"],
    [Math.PI, "revolute", "180°"],
    [3 * Math.PI, "revolute", "540°"],
    [2.5 * Math.PI, "continuous", "90°"],
    [-2.5 * Math.PI, "continuous", "-90°"],
    [200 * Math.PI, "continuous", "0°"],
    [1.5 * Math.PI, "continuous", "-90°"]
  ] as const)("positions of joints on the example page: %s of a %s joint is %s", (value, type, text) => {
    assert.strictEqual(positionText(value, type), text)
  })
})
