import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { slotsOf } from "../../live/slotsOf.ts"
import { useDerived, useSlot } from "../../live/useSlot.ts"
import { fleet } from "../../session/client.ts"
import { useReturns } from "../../session/useSession.ts"

/** Events come in bursts: one reading answers them, after so many milliseconds. */
const gatherMs = 200

const onlineOf = (value: unknown): string => {
  const online =
    typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>).online : undefined
  return typeof online === "boolean" ? String(online) : ""
}

/**
 * Whether the robot's bridge is connected, as the service says it at once; `known` until it does. What is read of the robot is
 * read again when something happens to it: a publish, another bridge, an alert.
 */
export const useRobotNews = (robotId: string, known: boolean | undefined): boolean | undefined => {
  const queries = useQueryClient()
  const slot = useSlot(fleet, robotId, "bridge_state")
  const live = useDerived(slot, onlineOf)
  const isOnline = live === "" ? known : live === "true"
  const returns = useReturns()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const events = fleet.events.subscribe()
    const refresh = () => {
      for (const key of ["robots.get", "datapoints.datasheet", "cameras.list", "alerts.list"])
        void queries.invalidateQueries({ queryKey: [key, robotId] })
    }
    events.on(
      ({ kind, robot_id }) => {
        if (robot_id !== robotId) return
        if (!["audit", "bridge", "alert"].includes(kind)) return
        clearTimeout(timer)
        timer = setTimeout(refresh, gatherMs)
      },
      () => undefined
    )
    return () => {
      clearTimeout(timer)
      events.close()
    }
  }, [queries, robotId, returns])
  const wasOnline = useRef(isOnline)
  useEffect(() => {
    // What was there before the bridge went, or before it came back, is old.
    if (wasOnline.current !== undefined && wasOnline.current !== isOnline) slotsOf(fleet).interruptRobot(robotId)
    wasOnline.current = isOnline
  }, [robotId, isOnline])
  return isOnline
}
