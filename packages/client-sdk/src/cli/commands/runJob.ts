import type { Command } from "../Command.ts"
import { exit, Failure, usageFailure } from "../Failure.ts"
import { findRobot } from "../findRobot.ts"
import { followJob } from "../followJob.ts"
import { parametersOf, secondsOf } from "../parameters.ts"

export const runJob: Command = {
  name: "run",
  args: "<robot> <slug>",
  minArgs: 2,
  maxArgs: 2,
  about: "Start an action and follow it to its end, or call a service and print its answer.",
  details:
    "Ends with 0 only where the job succeeded. The first Ctrl-C asks the robot to cancel the job; the second leaves it\n" +
    "running and ends with 130.",
  options: {
    param: { value: "<name=value>", multiple: true, about: "One parameter" },
    params: { value: "<json>", about: "All parameters as one JSON object" },
    timeout: { value: "<seconds>", about: "Cancel an action that takes longer; how long to wait for a service" },
    json: { about: "One JSON object a line: each change of the job, or the answer" }
  },
  run: async ({ all, args: [name, slug], connect, has, io, text }) => {
    const timeoutMs = secondsOf(text("timeout"))
    const { fleet } = await connect()
    const { id, name: robotName } = await findRobot(fleet, name!)
    const robot = fleet.robot(id)
    const { exposures } = await robot.datasheet()
    const exposure = exposures.find((each) => each.slug === slug)
    if (exposure === undefined || (exposure.kind !== "action" && exposure.kind !== "service")) {
      const commands = exposures.filter(({ kind }) => kind === "action" || kind === "service").map((each) => each.slug)
      const what = exposure === undefined ? `has no ${slug} for you` : `has ${slug} as a ${exposure.kind}`
      throw new Failure(`${robotName} ${what}.`, { hint: `What can be run: ${commands.join(", ") || "nothing"}.` })
    }
    const params = parametersOf(all("param"), text("params"), exposure.input_schema)
    if (exposure.kind === "service") {
      if (timeoutMs !== undefined && (timeoutMs < 1000 || timeoutMs > 120_000)) {
        throw usageFailure("--timeout of a service is 1 to 120 seconds.")
      }
      const options = timeoutMs === undefined ? {} : { patienceMs: timeoutMs }
      const answer = await robot.service(slug!).call(params, options)
      await io.print(has("json") ? JSON.stringify(answer) : JSON.stringify(answer, null, 2))
      return exit.done
    }
    const job = await robot.action(slug!).start(params)
    return followJob(io, job, { json: has("json"), timeoutMs })
  }
}
