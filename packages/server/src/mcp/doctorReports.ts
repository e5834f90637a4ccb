import { type McpClientReport, type McpClientRequest, McpRequestKind } from "@fleet/domain/McpDoctor"
import { DateTime } from "effect"
import type { ActivityRow } from "../identity/oauth/mcp/ClientActivity.ts"
import { doctorAdvice } from "./doctorAdvice.ts"

/** The later of two requests of a kind. */
const later = (left: McpClientRequest | undefined, right: McpClientRequest): McpClientRequest =>
  left !== undefined && DateTime.isGreaterThan(left.at, right.at) ? left : right

/** The last request of each kind, in the order of a connection. */
const requestsOf = (rows: ReadonlyArray<Pick<ActivityRow, "requests">>): ReadonlyArray<McpClientRequest> =>
  McpRequestKind.literals.flatMap((kind) => {
    const last = rows.reduce<McpClientRequest | undefined>((found, { requests }) => {
      const request = requests[kind]
      return request === undefined ? found : later(found, { kind, ...request })
    }, undefined)
    return last === undefined ? [] : [last]
  })

/** One report for each client; requests that name none belong to the clients that came with the same user agent. */
export const doctorReports = (rows: ReadonlyArray<ActivityRow>, now: DateTime.Utc): ReadonlyArray<McpClientReport> => {
  const named = rows.filter(({ client_id }) => client_id !== null)
  const isOf = ({ user_agent }: ActivityRow) =>
    user_agent !== null && named.some((client) => client.user_agent === user_agent)
  const programs = rows.filter((row) => row.client_id === null)
  return [...named, ...programs.filter((program) => !isOf(program))]
    .map((row): McpClientReport => {
      const shared =
        row.client_id === null || row.user_agent === null
          ? []
          : programs.filter(({ user_agent }) => user_agent === row.user_agent)
      const { client_id, client_name, first_seen_at, last_seen_at, user_agent } = row
      const requests = requestsOf([row, ...shared])
      const own = new Set(client_id === null ? [] : requestsOf([row]).map(({ at, kind }) => `${kind} ${at}`))
      const client = { client_id, client_name, user_agent, requests }
      const whole = { ...client, client_name_verified: false as const, first_seen_at, last_seen_at }
      return { ...whole, advice: doctorAdvice(client, ({ at, kind }) => own.has(`${kind} ${at}`), now) }
    })
    .toSorted((left, right) => DateTime.toEpochMillis(right.last_seen_at) - DateTime.toEpochMillis(left.last_seen_at))
}
