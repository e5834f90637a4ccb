import { createWriteStream } from "node:fs"
import { rm } from "node:fs/promises"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { ReadableStream } from "node:stream/web"
import type { Command } from "../Command.ts"
import { exit, Failure } from "../Failure.ts"
import { findRobot } from "../findRobot.ts"

export const recordingsDownload: Command = {
  name: "recordings download",
  args: "<robot> <recording>",
  minArgs: 2,
  maxArgs: 2,
  about: "Write a stored recording into an MCAP file.",
  options: {
    out: { value: "<file>", about: "By default <recording>.mcap" },
    force: { about: "Replace a file that is there already" }
  },
  run: async ({ args: [name, id], connect, has, io, text }) => {
    const { fleet } = await connect()
    const robot = await findRobot(fleet, name!)
    const { url } = await fleet.robot(robot.id).recordings.link(id!)
    const out = text("out") ?? `${id}.mcap`
    const answer = await fetch(url)
    if (!answer.ok || answer.body === null) {
      throw new Failure(`The recording could not be read: ${answer.status}.`, { code: exit.unreachable })
    }
    const file = createWriteStream(out, { flags: has("force") ? "w" : "wx" })
    try {
      await pipeline(Readable.fromWeb(answer.body as ReadableStream), file)
    } catch (error) {
      const { code, syscall } = error as NodeJS.ErrnoException
      if (code === "EEXIST") {
        throw new Failure(`${out} is there already.`, { hint: "Replace it with --force, or name another file." })
      }
      if (syscall === "open") throw error
      await rm(out, { force: true })
      throw new Failure("The recording broke off.", { code: exit.unreachable })
    }
    io.note(`Wrote ${out}.`)
    return exit.done
  }
}
