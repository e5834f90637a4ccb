import type { Command } from "../Command.ts"
import { exit } from "../Failure.ts"
import { findRobot } from "../findRobot.ts"

export const recordingsDelete: Command = {
  name: "recordings delete",
  args: "<robot> <recording>",
  minArgs: 2,
  maxArgs: 2,
  about: "Delete a recording with its file, or take back one that is under way.",
  options: {},
  run: async ({ args: [name, id], connect, io }) => {
    const { fleet } = await connect()
    const robot = await findRobot(fleet, name!)
    await fleet.robot(robot.id).recordings.delete(id!)
    io.note(`Deleted recording ${id}.`)
    return exit.done
  }
}
