import { writeFile } from "node:fs/promises"
import { FleetError } from "../../FleetError.ts"
import type { Command } from "../Command.ts"
import { exit, Failure } from "../Failure.ts"
import { starterConfiguration } from "../../starter/index.ts"
import { findRobot } from "../findRobot.ts"

export const configStarter: Command = {
  name: "config starter",
  args: "<robot>",
  minArgs: 1,
  maxArgs: 1,
  about: "Write a first configuration from what the robot's ROS graph offers.",
  details: "Leaves out what every ROS node has, such as /rosout, and hidden names. Nothing is pushed or published.",
  options: {
    out: { value: "<file>", about: "Write a file instead of printing" },
    force: { about: "Replace a file that is there already" }
  },
  run: async ({ args: [name], connect, has, io, text }) => {
    const { fleet } = await connect()
    const robot = await findRobot(fleet, name!)
    const read = await starterConfiguration(fleet.request, robot).catch((error: unknown) => {
      if (!FleetError.is(error) || !error.is("robot_offline")) throw error
      throw new Failure(`${robot.name} was never read and is offline (robot_offline).`, {
        code: exit.unreachable,
        hint: "Start its bridge, then run this again."
      })
    })
    const { readAt, source, stale } = read
    if (stale) io.note(`${robot.name} is offline; this is what it offered at ${readAt}.`)
    const out = text("out")
    if (out === undefined) {
      await io.write(source)
      return exit.done
    }
    try {
      await writeFile(out, source, { flag: has("force") ? "w" : "wx" })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
      throw new Failure(`${out} is there already.`, { hint: "Replace it with --force, or name another file." })
    }
    io.note(`Wrote ${out}. Look through it, then: fleet config push ${JSON.stringify(robot.name)} ${out}`)
    return exit.done
  }
}
