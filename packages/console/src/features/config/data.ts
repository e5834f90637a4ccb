import type { TypeDefinition } from "@fleet/sdk"
import { queryOptions } from "@tanstack/react-query"
import { fleet } from "../../session/client.ts"
import type { Robot } from "./ros.ts"

export const versionsQuery = (robotId: string) =>
  queryOptions({
    queryKey: ["config.versions", robotId],
    queryFn: async ({ signal }) =>
      (await fleet.request("config.versions", { params: { id: robotId }, signal })).versions
  })

/** A version never changes. */
export const versionQuery = (robotId: string, version: number) =>
  queryOptions({
    queryKey: ["config.version", robotId, version],
    queryFn: ({ signal }) =>
      fleet.request("config.version", { params: { id: robotId, version: String(version) }, signal }),
    staleTime: Infinity
  })

/** Who published each version, by its number, as far as the audit tells. */
export const publishersQuery = (robotId: string) =>
  queryOptions({
    queryKey: ["audit.list", "config.published", robotId],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, string>> => {
      const { events } = await fleet.request("audit.list", {
        query: { action: "config.published", target_id: robotId, limit: 200 },
        signal
      })
      return new Map(
        events.flatMap(({ actor, details }) =>
          typeof details?.["version"] === "number" ? [[details["version"], actor.label] as const] : []
        )
      )
    }
  })

/**
 * How soon it is looked whether a graph that was never read has been, in milliseconds: the service reads it once, soon
 * after the robot connected for the first time, and sends no event.
 */
const firstGraphMs = 3000
const laterGraphMs = 30_000
/** As many times as it is looked soon. */
const soonLooks = 20

/** What the robot had when its graph was read last, with the types that are known. */
export const robotGraphQuery = (robotId: string) =>
  queryOptions({
    queryKey: ["introspection", robotId],
    queryFn: async ({
      signal
    }): Promise<{ readonly robot: Robot; readonly stale: boolean; readonly readAt: string | null }> => {
      const params = { id: robotId }
      const [read, { types }] = await Promise.all([
        fleet.request("introspection.get", { params, signal }),
        fleet.request("introspection.types", { params, signal })
      ])
      return {
        robot: { graph: read?.graph ?? null, types: new Map(types.map((type) => [type.name, type])) },
        stale: read?.stale ?? true,
        readAt: read?.fetched_at ?? null
      }
    },
    staleTime: 60_000,
    refetchInterval: ({ state }) =>
      state.data?.readAt !== null ? false : state.dataUpdateCount < soonLooks ? firstGraphMs : laterGraphMs
  })

export const refreshGraph = (robotId: string) => fleet.request("introspection.refresh", { params: { id: robotId } })

/** Reads the definition of a type from the robot; null where the robot does not have it. */
export const readType = async (robotId: string, name: string): Promise<TypeDefinition | null> => {
  const { types } = await fleet.request("introspection.fetchTypes", {
    params: { id: robotId },
    body: { type_names: [name] }
  })
  return types.find((type) => type.name === name) ?? null
}

/** What roles, apps and alerts have of a slug of the draft. */
export const usageQuery = (robotId: string, slug: string) =>
  queryOptions({
    queryKey: ["config.slugUsage", robotId, slug],
    queryFn: ({ signal }) => fleet.request("config.slugUsage", { params: { id: robotId, slug }, signal }),
    staleTime: 5 * 60_000,
    retry: false
  })

/** The slugs of what runs on the robot now, once for each job. */
export const runningQuery = (robotId: string) =>
  queryOptions({
    queryKey: ["jobs.list", robotId, "slugs"],
    queryFn: async ({ signal }) =>
      (await fleet.request("jobs.list", { params: { id: robotId }, signal })).jobs
        .filter(({ state }) => state === "running" || state === "unknown")
        .map(({ slug }) => slug),
    refetchInterval: 10_000
  })

/** The datapoint that the robot's model takes its joints from. */
export const jointSlugQuery = (robotId: string) =>
  queryOptions({
    queryKey: ["assets.list", robotId, "joint"],
    queryFn: async ({ signal }) =>
      (await fleet.request("assets.list", { params: { id: robotId }, signal })).joint_state_slug,
    staleTime: 60_000,
    retry: false
  })

/** Publishes once, also where the browser sends the request again after a connection that died before the answer. */
export const publish = (robotId: string) =>
  fleet.request("config.publish", { params: { id: robotId }, query: { publish_key: randomKey() } })
const randomKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join("")
export const restore = (robotId: string, version: number) =>
  fleet.request("config.restore", { params: { id: robotId, version: String(version) } })
export const renameSlug = (robotId: string, from: string, to: string) =>
  fleet.request("config.renameSlug", { params: { id: robotId }, body: { from, to } })
export const publishedVersion = async (robotId: string): Promise<number | null> =>
  (await fleet.request("robots.get", { params: { id: robotId } })).config.published_version

/** The newest value of a datapoint; null without one. */
export const currentValue = (robotId: string, slug: string) =>
  fleet.request("datapoints.get", { params: { id: robotId, slug } }).catch(() => null)
