import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { connect } from "./cli/Connection.ts"
import { failureOf } from "./cli/Failure.ts"
import { findRobot } from "./cli/findRobot.ts"
import { isReplaceable } from "./codegen/check.ts"
import { checkFile, generate } from "./codegen/generate.ts"

/** Which robot's types go where. */
export interface FleetTypesOptions {
  /** The robot's id or name. */
  readonly robot: string
  /** The file to write, from Vite's root. */
  readonly out: string
  /** The service; otherwise FLEET_URL, or where `fleet login` signed in. */
  readonly url?: string
}

/** As much of Vite's own types as this needs. */
interface Plugin {
  readonly name: string
  readonly configResolved: (config: { readonly root: string; readonly command: "build" | "serve" }) => void
  readonly buildStart: (this: {
    warn: (message: string) => void
    error: (message: string) => never
  }) => Promise<void>
}

/**
 * Keeps a robot's types up to date. `vite dev` writes the file where it is out of date, and warns where the service is out
 * of reach. `vite build` writes the file only where there is none, and fails where it no longer fits what is published.
 */
export const fleetTypes = ({ out, robot, url }: FleetTypesOptions): Plugin => {
  let root = "."
  let isBuild = false
  return {
    name: "fleet-types",
    configResolved: (config) => {
      root = config.root
      isBuild = config.command === "build"
    },
    async buildStart() {
      const file = resolve(root, out)
      const given = {
        args: [],
        all: () => [],
        has: () => false,
        text: (name: string) => (name === "url" ? url : undefined)
      }
      const before = await readFile(file, "utf8").catch(() => undefined)
      if (!isReplaceable(before)) this.error(`${out} was not written by fleet types: name another file, or delete it.`)
      let breaks: ReadonlyArray<{ readonly message: string; readonly where: string }> = []
      try {
        const { fleet } = await connect({ env: process.env }, given)
        using _ = fleet
        const found = await findRobot(fleet, robot)
        if (isBuild && before !== undefined) {
          breaks = (await checkFile(fleet.request, out, before, found.id)).breaks.filter(
            ({ where }) => where !== "draft"
          )
        } else {
          const { text } = await generate(fleet.request, found)
          if (text !== before) {
            await mkdir(dirname(file), { recursive: true })
            await writeFile(file, text)
          }
        }
      } catch (error) {
        const { hint = "", message } = failureOf(error, false)
        this.warn(`${out} was not compared with ${robot}: ${message} ${hint}`)
      }
      if (breaks.length > 0) {
        this.error(`${out} does not fit what ${robot} has published: ${breaks.map(({ message }) => message).join(" ")}`)
      }
    }
  }
}
