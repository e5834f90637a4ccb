import type { ToolResult } from "./Tools.ts"

/** Whether a tool's result holds data of a robot: values, names of files, feedback, results and errors of jobs. */
const places: Readonly<Record<string, ReadonlyArray<string>>> = {
  read_datapoint: ["value"],
  read_datapoint_history: ["samples", "buckets"],
  list_alerts: ["alerts"],
  get_job: ["feedback", "job.result", "job.error"],
  job_history: ["runs"],
  list_assets: ["assets", "urdf"],
  start_action: ["job.result", "job.error"],
  call_service: ["result"],
  cancel_job: ["job.result", "job.error"],
  stop_robot: ["cancelled"],
  get_config_draft: ["issues"],
  put_config_draft: ["issues"],
  list_audit_events: ["events"]
}

const at = (json: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((held, key) => (held as Readonly<Record<string, unknown>> | null)?.[key], json)

const isSomething = (held: unknown) =>
  held !== undefined && held !== null && !(Array.isArray(held) && held.length === 0)

/** Whether there are words of a robot in a result. A refusal has them where the robot gave it. */
export const holdsRobotData = (tool: string, { isError, isOfRobot, json }: ToolResult): boolean =>
  isError ? isOfRobot === true : (places[tool] ?? []).some((path) => isSomething(at(json, path)))
