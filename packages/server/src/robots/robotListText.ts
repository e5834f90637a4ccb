import type { RobotId } from "@fleet/domain/Ids"
import { type BridgeState, offline } from "@fleet/domain/Robots"
import { idOf, nameJsonOf, type RobotHead } from "../access/robotHeadSql.ts"
import { makeIsoText } from "../platform/http/isoText.ts"

const stateText = ({ latency_ms, low_bandwidth, online }: BridgeState) =>
  `{"online":${online},"latency_ms":${latency_ms},"low_bandwidth":${low_bandwidth}}`

const offlineText = stateText(offline)

interface Parts<A> {
  readonly stateOf: (id: RobotId) => BridgeState
  /** The members that follow the bridge's state, as JSON without the braces around them. */
  readonly rest: (row: A) => string
}

/**
 * Writes a list of robots as its schema would encode it. Objects for 10,000 robots, made only to be written, take longer
 * than their text, and the longer while nothing is compiled yet.
 */
export const robotListText = <A extends RobotHead>(rows: ReadonlyArray<A>, { rest, stateOf }: Parts<A>): string => {
  const isoText = makeIsoText()
  let text = '{"robots":['
  let between = ""
  for (const row of rows) {
    const id = idOf(row)
    const state = stateOf(id)
    const bridge = state === offline ? offlineText : stateText(state)
    const created = isoText(row.created_at.getTime())
    text += `${between}{"id":"${id}","name":${nameJsonOf(row)},"created_at":"${created}","bridge_state":${bridge},${rest(row)}}`
    between = ","
  }
  return `${text}]}`
}
