import { pause } from "../../Timing.ts"
import type { Command } from "../Command.ts"
import { exit, Failure } from "../Failure.ts"
import { findRobot } from "../findRobot.ts"

const lookEveryMs = 1_000

export const recordingsCut: Command = {
  name: "recordings cut",
  args: "<robot>",
  minArgs: 1,
  maxArgs: 1,
  about: "Cut what a robot's recorder has kept of this moment, and print the id of the recording.",
  options: { wait: { about: "End once the robot has uploaded it" } },
  run: async ({ args: [name], connect, has, io }) => {
    const { fleet } = await connect()
    const { recordings } = fleet.robot((await findRobot(fleet, name!)).id)
    let recording = await recordings.cut()
    await io.print(recording.id)
    while (has("wait") && recording.state !== "stored") {
      if (recording.error !== null) throw new Failure(`${recording.error.message} (${recording.error.code})`)
      await pause(lookEveryMs)
      recording = await recordings.get(recording.id)
    }
    return exit.done
  }
}
