import { useMemo, useSyncExternalStore } from "react"
import type { FleetClient } from "../createClient.ts"
import { FleetError } from "../FleetError.ts"
import type { Alert, OrgAlert, OrgEvent } from "../types.gen.ts"
import { useFleet } from "./FleetProvider.ts"
import { makeStore, type SetState } from "./Store.ts"
import { throttle } from "./throttle.ts"

/** Alerts, as they were read last. */
export interface AlertsState<Item> {
  /** Undefined until they were read. */
  readonly alerts: ReadonlyArray<Item> | undefined
  /** Why they could not be read, or why changes are not noticed any more. */
  readonly error: FleetError | undefined
  /** Reads them again. The same function as long as the robot is the same. */
  readonly refresh: () => void
}

type AlertsRead = Omit<AlertsState<Alert | OrgAlert>, "refresh">

/** The least time between two reads, in milliseconds. */
const readEveryMs = 250

/** An alert changed its state, or the configuration that alerts are part of was changed. */
const concernsAlerts = ({ kind, robot_id, subject }: OrgEvent, robotId: string | undefined) =>
  kind === "alert"
    ? robotId === undefined || robot_id === robotId
    : kind === "audit" && (subject.startsWith("config.") || subject.startsWith("robot."))

const alertsStore = (fleet: FleetClient, robotId: string | undefined) => {
  let refresh = () => {}
  const start = (set: SetState<AlertsRead>) => {
    const closed = new AbortController()
    const { signal } = closed
    let newest = 0
    const { run, stop } = throttle(readEveryMs, () => {
      const own = ++newest
      const answer = robotId === undefined ? fleet.alerts.firing({ signal }) : fleet.robot(robotId).alerts({ signal })
      // The answer to a later question may come first.
      answer.then(
        (alerts) => own === newest && set({ alerts, error: undefined }),
        (error: unknown) => {
          if (own === newest && FleetError.is(error)) set(({ alerts }) => ({ alerts, error }))
        }
      )
    })
    refresh = run
    fleet.events.subscribe({ signal, onGap: run }).on(
      (event) => {
        if (concernsAlerts(event, robotId)) run()
      },
      (error) => set(({ alerts }) => ({ alerts, error }))
    )
    run()
    return () => {
      refresh = () => {}
      stop()
      closed.abort()
    }
  }
  const initial: AlertsRead = { alerts: undefined, error: undefined }
  return { ...makeStore(initial, start), refresh: () => refresh() }
}

/**
 * Alerts, for developers: those of a robot in any state, or those that fire on any robot. They are read at once and
 * again whenever one changes.
 */
export function useAlerts(robotId: string): AlertsState<Alert>
export function useAlerts(): AlertsState<OrgAlert>
export function useAlerts(robotId?: string): AlertsState<Alert | OrgAlert> {
  const fleet = useFleet()
  const { get, refresh, subscribe } = useMemo(() => alertsStore(fleet, robotId), [fleet, robotId])
  const state = useSyncExternalStore(subscribe, get, get)
  return { ...state, refresh }
}
