import { FleetError } from "@fleet/sdk"
import { starterConfiguration } from "@fleet/sdk/starter"
import { queryOptions } from "@tanstack/react-query"
import { fleet } from "../../session/client.ts"

/** The robot's ROS graph: read from the robot where it was never read. */
export const graphQuery = (robotId: string) =>
  queryOptions({
    queryKey: ["introspection.get", robotId],
    queryFn: async ({ signal }) => {
      const params = { id: robotId }
      return (
        (await fleet.request("introspection.get", { params, signal })) ??
        (await fleet.request("introspection.refresh", { params, signal }))
      )
    },
    refetchInterval: ({ state }) => (state.data === undefined ? 3000 : false)
  })

export const starterQuery = (robot: { readonly id: string; readonly name: string }) =>
  queryOptions({
    queryKey: ["starter", robot.id],
    queryFn: () => starterConfiguration(fleet.request, robot),
    staleTime: Number.POSITIVE_INFINITY
  })

export const draftQuery = (robotId: string) =>
  queryOptions({
    queryKey: ["connect.draft", robotId],
    queryFn: ({ signal }) => fleet.request("config.draft", { params: { id: robotId }, signal }),
    staleTime: Number.POSITIVE_INFINITY
  })

/** What stood in the way of a publish: the problems of the text, or the service's refusal. */
export class UnpublishableDraft extends Error {
  readonly issues: ReadonlyArray<{ readonly path: string; readonly message: string }>
  constructor(issues: ReadonlyArray<{ readonly path: string; readonly message: string }>) {
    super("The configuration has problems.")
    this.issues = issues
  }
}

/** Stores the text as the robot's draft and publishes it, unless the service finds problems in it. */
export const publishText = async (robotId: string, source: string): Promise<void> => {
  const params = { id: robotId }
  const draft = await fleet.request("config.putDraft", { params, body: { source } })
  const errors = draft.issues.filter((issue) => issue.severity === "error")
  if (errors.length > 0) throw new UnpublishableDraft(errors)
  await fleet.request("config.publish", { params })
}

export const isNeverRead = (error: unknown): boolean => FleetError.is(error) && error.code === "robot_offline"
