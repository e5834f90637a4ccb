import { writeFile } from "node:fs/promises"
import { readPublished } from "../../codegen/read.ts"
import type { Command } from "../Command.ts"
import { forgetBase, rememberBase } from "../draft.ts"
import { exit, Failure } from "../Failure.ts"
import { findRobot } from "../findRobot.ts"

export const configPull: Command = {
  name: "config pull",
  args: "<robot>",
  minArgs: 1,
  maxArgs: 2,
  about: "Write the draft of a robot's configuration into a file, or print it.",
  options: {
    out: { value: "<file>", about: "Write to this file; without it the text is printed" },
    published: { about: "The published version instead of the draft" },
    force: { about: "Replace a file that is there already" }
  },
  run: async ({ args: [name, named], connect, has, io, text }) => {
    if (named !== undefined) io.note(`Write --out ${named}: a file without it goes with the next version.`)
    const file = text("out") ?? named
    const connection = await connect()
    const { fleet } = connection
    const robot = await findRobot(fleet, name!)
    const params = { id: robot.id }
    let source: string
    if (has("published")) {
      const published = await readPublished(fleet.request, robot.id)
      if (published === null) {
        throw new Failure(`${robot.name} has no published configuration.`, {
          hint: `Begin with \`fleet config starter ${JSON.stringify(robot.name)} --out robot.yaml\`.`
        })
      }
      const version = String(published.version)
      source = (await fleet.request("config.version", { params: { ...params, version } })).source
    } else {
      source = (await fleet.request("config.draft", { params })).source
      if (source === "") io.note(`The draft of ${robot.name} is empty.`)
    }
    if (file === undefined) {
      await io.write(source)
      return exit.done
    }
    try {
      await writeFile(file, source, { flag: has("force") ? "w" : "wx" })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
      throw new Failure(`${file} is there already.`, { hint: "Replace it with --force, or name another file." })
    }
    if (has("published")) await forgetBase(io, connection, robot.id, file)
    else await rememberBase(io, connection, robot.id, file)
    io.note(`Wrote ${file}.`)
    return exit.done
  }
}
