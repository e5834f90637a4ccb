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
  readonly rest: (row: A, id: RobotId) => string
}

/** Robots whose text is made into bytes at once. One text of thousands of parts is copied twice on its way to bytes. */
const robotsAtOnce = 128

/**
 * Writes a list of robots as its schema would encode it, in UTF-8. Objects for 10,000 robots, made only to be written, take
 * longer than their text, and the longer while nothing is compiled yet.
 */
export const robotListBytes = <A extends RobotHead>(
  rows: ReadonlyArray<A>,
  { rest, stateOf }: Parts<A>
): Uint8Array<ArrayBuffer> => {
  const isoText = makeIsoText()
  const pieces: Array<Buffer> = []
  let text = '{"robots":['
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]!
    const id = idOf(row)
    const state = stateOf(id)
    const bridge = state === offline ? offlineText : stateText(state)
    const created = isoText(row.created_at.getTime())
    const between = index === 0 ? "" : ","
    text += `${between}{"id":"${id}","name":${nameJsonOf(row)},"created_at":"${created}","bridge_state":${bridge},${rest(row, id)}}`
    if (index % robotsAtOnce === robotsAtOnce - 1) {
      pieces.push(Buffer.from(text))
      text = ""
    }
  }
  pieces.push(Buffer.from(`${text}]}`))
  return Buffer.concat(pieces)
}
