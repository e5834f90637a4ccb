import { createContext, createElement, type ReactElement, type ReactNode, useContext } from "react"
import type { FleetClient } from "../createClient.ts"

const FleetContext = createContext<FleetClient | null>(null)

/** Gives the hooks below it their client. It does not close the client: its maker does. */
export const FleetProvider = ({
  children,
  client
}: {
  readonly client: FleetClient
  readonly children?: ReactNode
}): ReactElement => createElement(FleetContext, { value: client }, children)

/** The client of the `FleetProvider` around. Throws a TypeError without one. */
export const useFleet = (): FleetClient => {
  const client = useContext(FleetContext)
  if (client === null) throw new TypeError("There is no FleetProvider around this component.")
  return client
}
