import { Config, Option } from "effect"
import { Flag } from "effect/cli"
import type { StatusAddress } from "./StatusServer.ts"

export const statusFlags = {
  status: Flag.String("status").pipe(
    Flag.withFallbackConfig(Config.String("FLEET_STATUS")),
    Flag.optional,
    Flag.withDescription("Serve /healthz, /status and /metrics here, e.g. 127.0.0.1:9100 (or FLEET_STATUS)")
  ),
  statusPublic: Flag.Boolean("status-public").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Allow --status addresses that other computers can reach")
  )
}

interface Given {
  readonly status: Option.Option<string>
  readonly statusPublic: boolean
}

/** Where the flags want the status served; nowhere without an address. */
export const statusOf = ({ status, statusPublic }: Given): StatusAddress | undefined =>
  Option.isNone(status) || status.value === "" ? undefined : { address: status.value, isPublic: statusPublic }
