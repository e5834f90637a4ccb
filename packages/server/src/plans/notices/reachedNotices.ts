import { leastNoticedLimit, noticePercents, type NoticedLimit, type PlanNotice } from "@fleet/domain/PlanNotices"
import type { OrgPlan } from "@fleet/domain/Plans"

/** How much of each limit is used; the limit is null where there is none. */
const standings = ({
  limits,
  usage
}: Pick<OrgPlan, "limits" | "usage">): ReadonlyArray<readonly [NoticedLimit, used: number, max: number | null]> => {
  const ofRobot = limits.asset_bytes_per_robot
  return [
    ["seats", usage.seats, limits.seats],
    ["robots", usage.robots, limits.robots],
    ["apps", usage.apps, limits.apps],
    ["app_users", usage.app_users, limits.app_users],
    ["live_video_ms_per_month", usage.live_video_ms_this_month, limits.live_video_ms_per_month],
    ["asset_bytes_per_robot", usage.asset_bytes, ofRobot === null ? null : ofRobot * usage.robots]
  ]
}

/** What is to be told of a use: each percentage that is reached, of each limit that is large enough. */
export const reachedNotices = (plan: Pick<OrgPlan, "limits" | "usage">): ReadonlyArray<PlanNotice> =>
  standings(plan).flatMap(([limit, used, max]) =>
    max === null || max < leastNoticedLimit
      ? []
      : noticePercents
          .filter((percent) => used * 100 >= max * percent)
          // Each limit that use is counted against refuses what goes beyond it.
          .map((percent) => ({ limit, used, max, percent, hard: true }))
  )
