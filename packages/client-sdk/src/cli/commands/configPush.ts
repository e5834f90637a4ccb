import { readFile } from "node:fs/promises"
import type { Command } from "../Command.ts"
import { push } from "../draft.ts"
import { exit } from "../Failure.ts"
import { findRobot } from "../findRobot.ts"

export const configPush: Command = {
  name: "config push",
  args: "<robot> <file>",
  minArgs: 2,
  maxArgs: 2,
  about: "Make a file the draft of a robot's configuration, and print what is wrong with it.",
  details:
    "Issues are printed as `file:line:column: severity code message`. Errors end with exit code 1, warnings with 0; the\n" +
    "draft is kept either way, except where the file is no YAML. A draft that somebody else changed is not replaced.\n" +
    "Where what the service read of the robot last speaks against the file, an online robot is read again first.",
  options: { force: { about: "Replace the draft whatever it is" } },
  run: async ({ args: [name, file], connect, has, io }) => {
    const source = await readFile(file!, "utf8")
    const connection = await connect()
    const robot = await findRobot(connection.fleet, name!)
    const draft = await push(io, connection, robot, { file: file!, source, force: has("force") })
    if (draft === null) return exit.failed
    io.note(`${file} is the draft of ${robot.name}. Publish it with \`fleet config publish\`.`)
    return exit.done
  }
}
