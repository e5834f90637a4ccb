import type { Command } from "../Command.ts"
import { exit } from "../Failure.ts"
import { findRobot } from "../findRobot.ts"

const kb = (bytes: number | null) => (bytes === null ? "" : `${Math.ceil(bytes / 1000)} kB`)

export const recordingsList: Command = {
  name: "recordings list",
  args: "<robot>",
  minArgs: 1,
  maxArgs: 1,
  about: "List what a robot's recorder has kept, newest first.",
  options: { json: { about: "One JSON object a line" } },
  run: async ({ args: [name], connect, has, io }) => {
    const { fleet } = await connect()
    const robot = await findRobot(fleet, name!)
    const { recorder, recordings } = await fleet.robot(robot.id).recordings.list()
    if (!recorder) io.note(`The published configuration of ${robot.name} has no recorder.`)
    else if (recordings.length === 0) io.note(`The recorder of ${robot.name} has kept nothing yet.`)
    for (const recording of recordings) {
      const { at_ms, cause, error, id, size_bytes, state } = recording
      await io.print(
        has("json")
          ? JSON.stringify(recording)
          : [id, new Date(at_ms).toISOString(), cause.kind, error?.code ?? state, kb(size_bytes)].join("  ").trimEnd()
      )
    }
    return exit.done
  }
}
