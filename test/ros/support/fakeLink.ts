import type { ClientFrame } from "@fleet/bridge/ros/foxglove/Frames"
import { offline } from "@fleet/bridge/ros/GatewayErrors"
import type { Link } from "@fleet/bridge/ros/foxglove/Link"
import type { ClientOperation } from "@fleet/bridge/ros/foxglove/Operations"
import { Effect } from "effect"

/** A connection to a server that only takes note. While `broken`, nothing can be sent. */
export const aLink = () => {
  const sent: Array<ClientOperation> = []
  const frames: Array<ClientFrame> = []
  const state = { broken: false }
  const take = <A>(list: Array<A>, item: A) =>
    Effect.suspend(() => (state.broken ? Effect.fail(offline) : Effect.sync(() => void list.push(item))))
  const link: Link = {
    isOpen: () => true,
    send: (operation) => take(sent, operation),
    sendFrame: (frame) => take(frames, frame),
    run: () => Effect.never
  }
  return { link, sent, frames, state }
}
