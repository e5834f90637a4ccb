import { assert, describe, it } from "@effect/vitest"
import { leastNoticedLimit, type NoticedLimit, noticePercents } from "@fleet/domain/PlanNotices"
import { reachedNotices } from "@fleet/server/plans/notices/reachedNotices"
import { Effect, Schema } from "effect"

const none = {
  seats: null,
  robots: null,
  apps: null,
  app_users: null,
  live_video_ms_per_month: null,
  asset_bytes_per_robot: null,
  history_days: 7,
  audit_days: 7
}
const unused = { seats: 0, robots: 0, apps: 0, app_users: 0, live_video_ms_this_month: 0, asset_bytes: 0 }

const ofUsers = (used: number, max: number | null) =>
  reachedNotices({ limits: { ...none, app_users: max }, usage: { ...unused, app_users: used } })

const Max = Schema.Int.check(Schema.isBetween({ minimum: leastNoticedLimit, maximum: 1_000_000 }))

describe("what is told of a use", () => {
  it.effect.prop("begins with the first number that is the percentage of the limit, or more", [Max], ([max]) =>
    Effect.sync(() => {
      for (const percent of noticePercents) {
        const first = Math.ceil((max * percent) / 100)
        const told = (used: number) => ofUsers(used, max).filter((notice) => notice.percent === percent)
        assert.deepStrictEqual(told(first - 1), [])
        assert.deepStrictEqual(told(first), [{ limit: "app_users", used: first, max, percent, hard: true }])
        assert.lengthOf(told(max + 1), 1)
      }
    })
  )

  it("is nothing of a limit below 10, and of no limit", () => {
    assert.deepStrictEqual(ofUsers(9, 9), [])
    assert.lengthOf(ofUsers(10, 10), 3)
    assert.deepStrictEqual(ofUsers(1_000, null), [])
  })

  it("is of every limit that use is counted against; files share the bytes of all robots", () => {
    const limits = { ...none, seats: 10, robots: 10, apps: 10, app_users: 10, live_video_ms_per_month: 10 }
    const usage = { seats: 5, robots: 5, apps: 5, app_users: 5, live_video_ms_this_month: 5, asset_bytes: 24 }
    const told = (asset_bytes: number) =>
      reachedNotices({ limits: { ...limits, asset_bytes_per_robot: 10 }, usage: { ...usage, asset_bytes } })
    const counted: ReadonlyArray<NoticedLimit> = ["seats", "robots", "apps", "app_users", "live_video_ms_per_month"]
    assert.deepStrictEqual(
      told(24).map(({ limit }) => limit),
      counted
    )
    assert.deepStrictEqual(told(25).at(-1), {
      limit: "asset_bytes_per_robot",
      used: 25,
      max: 50,
      percent: 50,
      hard: true
    })
  })

  it("is nothing of files where there is no robot", () => {
    assert.deepStrictEqual(
      reachedNotices({ limits: { ...none, asset_bytes_per_robot: 10 }, usage: { ...unused, asset_bytes: 9 } }),
      []
    )
  })
})
