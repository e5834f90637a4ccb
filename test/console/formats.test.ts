import { assert, describe, it } from "@effect/vitest"
import { apiText, subscriptionText } from "../../packages/console/src/app/apiText.ts"
import { bridgeCommand } from "../../packages/console/src/features/connect/commands.ts"
import { formatBytes, formatNumber } from "../../packages/console/src/format/numbers.ts"
import {
  formatAge,
  formatAgo,
  formatDuration,
  formatMoment,
  setZone,
  zoneName
} from "../../packages/console/src/format/times.ts"
import { byText } from "../../packages/console/src/format/order.ts"
import { visible } from "../../packages/console/src/kit/visible.ts"

const threeHours = 3 * 3_600_000

describe("numbers and times on the screen", () => {
  it("show no age without a time", () => {
    for (const ms of [Number.NaN, Infinity, -Infinity])
      assert.deepStrictEqual([formatAge(ms), formatAgo(ms), formatDuration(ms), formatMoment(ms)], ["–", "–", "–", "–"])
    assert.strictEqual(formatMoment(8.64e15 + 1), "–")
  })

  it("say that a time is ahead of a clock that is three hours off", () => {
    assert.strictEqual(formatAge(-threeHours), "ahead of the clock")
    assert.strictEqual(formatAgo(-threeHours), "ahead of the clock")
    assert.strictEqual(formatAgo(threeHours), "3\u202fh ago")
  })

  it("are in the zone of this machine where a name is no zone", () => {
    const own = zoneName()
    setZone("Mars/Olympus")
    assert.strictEqual(zoneName(), own)
    assert.match(formatMoment(0), /19(?:69|70)/)
    setZone("Asia/Tokyo")
    assert.strictEqual(zoneName(), "Asia/Tokyo")
    setZone(undefined)
  })

  it("write what is no number, and large numbers", () => {
    assert.deepStrictEqual(
      [Number.NaN, Infinity, -Infinity].map((value) => formatNumber(value)),
      ["NaN", "∞", "−∞"]
    )
    assert.strictEqual(formatNumber(2 ** 53), "9.007E15")
    assert.strictEqual(formatBytes(999_999), "1.0\u202fMB")
  })
})

describe("text of others", () => {
  it("shows what moves or hides text, and leaves emoji whole", () => {
    assert.strictEqual(visible("a\u202eb\u0000"), "a␣U+202Eb␣U+0000")
    assert.strictEqual(visible("👩‍🔧"), "👩‍🔧")
    assert.strictEqual(visible("a\u200db"), "a␣U+200Db")
  })
})

describe("commands to copy", () => {
  it("quote names that a shell would run", () => {
    const topic = { kind: "datapoint", robotId: "1", slug: "a'; reboot #" } as const
    assert.strictEqual(subscriptionText("fleet", topic), `npx fleet tail 1 'a'\\''; reboot #'`)
    const call = { route: "config.draft", input: { params: { id: "$(reboot)" } } }
    assert.strictEqual(apiText("fleet", call as never), "npx fleet config pull '$(reboot)'")
  })

  it("have balanced quotes without a token", () => {
    for (const place of ["ros", "container", "systemd", "simulator"] as const)
      assert.strictEqual(bridgeCommand(place, "http://localhost:1", undefined).split("'").length % 2, 1)
  })

  it("put names in the order of people, robot 2 before robot 10", () => {
    const names = ["robot 10", "robot 2", "Ärmel", "arm", "robot 1", "Zange"]
    assert.deepStrictEqual(names.toSorted(byText), ["arm", "Ärmel", "robot 1", "robot 2", "robot 10", "Zange"])
  })
})
