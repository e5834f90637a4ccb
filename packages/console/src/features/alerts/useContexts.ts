import type { OrgAlert } from "@fleet/sdk"
import { useQueries, useQuery } from "@tanstack/react-query"
import { robotsQuery } from "../../fleet/queries.ts"
import { lastHourQuery, publishedQuery } from "./data.ts"
import { placeOfAlert, type Watched, watchedOf } from "./watched.ts"

export interface RecentValues {
  readonly from: number
  readonly to: number
  readonly points: ReadonlyArray<{ readonly at: number; readonly value: number }>
  /** Between two points that lie further apart nothing is known. */
  readonly gapMs: number
}

/** What stands beside an alert: its unit, where it is written, and what its value was. */
export interface AlertContext extends Watched {
  readonly place: string
  readonly recent: RecentValues | undefined
}

/** As many alerts as are shown with what is around them: the rest would be a request each. */
const mostAlerts = 20

/** What is around the first alerts of a list. Each part may come late or fail: the list stands without it. */
export const useContexts = (alerts: ReadonlyArray<OrgAlert>): ReadonlyMap<string, AlertContext> => {
  const first = alerts.slice(0, mostAlerts)
  const { data: robots } = useQuery(robotsQuery)
  const robotIds = [...new Set(first.map(({ robot_id }) => robot_id))]
  const documents = useQueries({
    queries: robotIds.map((id) =>
      publishedQuery(id, robots?.find((robot) => robot.id === id)?.config.published_version)
    )
  })
  const documentOf = new Map(robotIds.map((id, index) => [id, documents[index]?.data?.doc]))
  const watched = first.map((alert) => watchedOf(documentOf.get(alert.robot_id), alert.slug))
  const hours = useQueries({
    queries: first.map((alert, index) => lastHourQuery(alert.robot_id, alert.slug, watched[index]!.isRecorded))
  })
  const contexts = new Map<string, AlertContext>()
  for (const [index, alert] of first.entries()) {
    const document = documentOf.get(alert.robot_id)
    if (document === undefined) continue
    const { intervalMs, isRecorded } = watched[index]!
    const read = hours[index]?.data
    const recent = isRecorded ? read : { from: 0, to: 1, points: [] }
    contexts.set(alert.id, {
      ...watched[index]!,
      place: placeOfAlert(document, alert),
      recent: recent === undefined ? undefined : { ...recent, gapMs: Math.max(3 * intervalMs, 180_000) }
    })
  }
  return contexts
}
