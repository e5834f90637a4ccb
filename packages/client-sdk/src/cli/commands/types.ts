import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { isReplaceable } from "../../codegen/check.ts"
import { checkFile, type FileCheck, generate } from "../../codegen/generate.ts"
import type { Command } from "../Command.ts"
import { exit, Failure, usageFailure } from "../Failure.ts"
import { findRobot } from "../findRobot.ts"
import type { Io } from "../Io.ts"

const report = async (io: Io, file: string, { additions, breaks, draftSkipped }: FileCheck): Promise<number> => {
  for (const { kind, message, where } of breaks) {
    await io.print(`${file}: ${io.colour("red", "error")} ${kind} ${message} (${where})`)
  }
  if (draftSkipped) io.note("The draft is no configuration document yet, so it was not compared.")
  if (breaks.length > 0) {
    io.note("Write the file again with `fleet types`, and let the compiler show what it changes.")
    return exit.failed
  }
  if (additions.length > 0) io.note(`${file} fits. Not in it yet: ${additions.join(", ")}.`)
  else io.note(`${file} fits.`)
  return exit.done
}

export const types: Command = {
  name: "types",
  args: "",
  minArgs: 0,
  maxArgs: 0,
  about: "Write TypeScript for a robot's published configuration, or check a file that was written before.",
  details:
    "--check fails (exit code 1) where the draft or the published version no longer has a slug of the file, has it under\n" +
    "another name, or with another type.",
  options: {
    robot: { value: "<robot>", about: "The robot's id or name; --check takes it from the file" },
    out: { value: "<file>", about: "The file to write, or to check; without it the types are printed" },
    check: { about: "Write nothing: compare --out with the draft and the published version" }
  },
  run: async ({ connect, has, io, text }) => {
    const out = text("out")
    const asked = text("robot")
    if (has("check")) {
      if (out === undefined) throw usageFailure("--check needs --out <file>.")
      const written = await readFile(out, "utf8").catch(() => {
        throw new Failure(`${out} cannot be read.`, {
          hint: `Write it with \`fleet types --robot <robot> --out ${out}\`.`
        })
      })
      const { fleet } = await connect()
      const id = asked === undefined ? undefined : (await findRobot(fleet, asked)).id
      return report(io, out, await checkFile(fleet.request, out, written, id))
    }
    if (asked === undefined) throw usageFailure("fleet types needs --robot <robot>.")
    const { fleet } = await connect()
    const robot = await findRobot(fleet, asked)
    const { text: generated, unknownTypes } = await generate(fleet.request, robot)
    for (const type of unknownTypes) {
      io.note(`${type} is not known, so its values are \`unknown\`. Connect the robot and run this again.`)
    }
    if (out === undefined) {
      await io.write(generated)
      return exit.done
    }
    const before = await readFile(out, "utf8").catch(() => undefined)
    if (!isReplaceable(before)) {
      throw new Failure(`${out} was not written by \`fleet types\`.`, { hint: "Name another file, or delete it." })
    }
    if (before === generated) io.note(`${out} is up to date.`)
    else {
      await mkdir(dirname(out), { recursive: true })
      await writeFile(out, generated)
      io.note(`Wrote ${out}.`)
    }
    return exit.done
  }
}
